/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.channel.Channel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's figures of a connection: {@code TCP_INFO}, tcp(7), {@code struct tcp_info} of linux/tcp.h. Fields that
 * the kernel does not know are 0.
 *
 * @param receiveRttMicros smoothed, from an acknowledgement to the data that it made the peer send, queues included
 * @param minRttMicros the shortest round trip of the last minutes
 * @param outOfOrder packets so far that came after a lost one, or overtook another
 */
record TcpInfo(long receiveRttMicros, long minRttMicros, long outOfOrder) {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;

    private static final int RCV_RTT_AT = 92;
    private static final int MIN_RTT_AT = 148;
    private static final int RCV_OOOPACK_AT = 224;
    private static final int BYTES = 228;

    private static final RawUnixChannelOption OPTION =
            new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, TCP_INFO, BYTES);

    /** On the channel's event loop. Null where the transport is not epoll, or before the first round trip. */
    static @Nullable TcpInfo of(Channel channel) {
        // The descriptor of a closed socket may belong to another socket by now.
        ByteBuffer raw = channel.isOpen() ? channel.config().getOption(OPTION) : null;
        return raw == null ? null : parse(raw);
    }

    static @Nullable TcpInfo parse(ByteBuffer raw) {
        ByteBuffer struct = raw.duplicate().order(ByteOrder.nativeOrder());
        long minRtt = unsigned(struct, MIN_RTT_AT);
        // The kernel's value for "not known yet" is the largest.
        return minRtt == 0 || minRtt == 0xffff_ffffL
                ? null
                : new TcpInfo(unsigned(struct, RCV_RTT_AT), minRtt, unsigned(struct, RCV_OOOPACK_AT));
    }

    private static long unsigned(ByteBuffer struct, int at) {
        return struct.limit() < at + Integer.BYTES ? 0 : Integer.toUnsignedLong(struct.getInt(at));
    }
}
