/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many bytes wake a connection's event loop ({@code SO_RCVLOWAT}, socket(7)): many while a body arrives fast, otherwise
 * one. Linux only.
 */
final class ReceiveLowWatermark {
    // SOL_SOCKET and SO_RCVLOWAT of Linux on x86-64, AArch64 and RISC-V.
    static final ChannelOption<Integer> LOW_WATER_MARK = new IntegerUnixChannelOption("SO_RCVLOWAT", 1, 18);

    static final int MANY = 256 * 1024;

    // The rate is measured over this many bytes.
    static final int WINDOW_BYTES = 1024 * 1024;

    // Bytes a second from which on a body is fast: MANY arrive within 16 ms.
    static final long FAST = 16L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ReceiveLowWatermark.class);
    private static final int ONE = 1;

    // Since Linux 4.18 (tcp_set_rcvlowat) the receive buffer grows to the low watermark, and lowering it wakes the
    // reader
    // at once if enough bytes are there.
    private static final boolean SUPPORTED = isLinuxSince(4, 18, System.getProperty("os.version"));

    private final Channel channel;
    private int current = ONE;
    private long windowBytes;
    private long windowStart;
    private boolean enabled;

    ReceiveLowWatermark(Channel channel) {
        this.channel = channel;
    }

    void begin(long now) {
        windowBytes = 0;
        windowStart = now;
        enabled = SUPPORTED;
        setTo(ONE);
    }

    /** @param left bytes that the peer can still send while this side reads on */
    void received(int count, long left, long now) {
        windowBytes += count;
        boolean many = current == MANY;
        if (windowBytes >= WINDOW_BYTES) {
            many = enabled && windowBytes >= FAST * ((now - windowStart) / 1e9);
            windowBytes = 0;
            windowStart = now;
        }
        setTo(many && left >= WINDOW_BYTES ? MANY : ONE);
    }

    /** Every byte of this exchange wakes the loop. Returns whether that is new. */
    boolean silent() {
        enabled = false;
        boolean changed = current == MANY;
        setTo(ONE);
        return changed;
    }

    // version: as uname -r prints it
    static boolean isLinuxSince(int major, int minor, String version) {
        return Pattern.compile("^(\\d{1,4})\\.(\\d{1,4})")
                .matcher(version)
                .results()
                .anyMatch(
                        found -> number(found, 1) > major || (number(found, 1) == major && number(found, 2) >= minor));
    }

    private static int number(MatchResult found, int group) {
        return Integer.parseInt(found.group(group));
    }

    private void setTo(int next) {
        // The descriptor of a closed socket may belong to another socket by now.
        if (next == current || !channel.isOpen()) {
            return;
        }
        try {
            channel.config().setOption(LOW_WATER_MARK, next);
            current = next;
        } catch (ChannelException e) {
            LOG.debug("{}: cannot set SO_RCVLOWAT", channel, e);
        }
    }
}
