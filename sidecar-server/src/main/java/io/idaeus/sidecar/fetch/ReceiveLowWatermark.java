/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many bytes must have come before the kernel wakes the event loop of a connection: many while a body comes fast, for
 * each waking costs, over loopback the sender above all; else one, so that no byte waits to be seen. This is Linux's
 * {@code SO_RCVLOWAT}, see socket(7); elsewhere each byte wakes. Lives on the connection's event loop.
 */
final class ReceiveLowWatermark {
    /** Level {@code SOL_SOCKET}, option {@code SO_RCVLOWAT}: Linux on x86-64, AArch64 and RISC-V. */
    static final ChannelOption<Integer> LOW_WATER_MARK = new IntegerUnixChannelOption("SO_RCVLOWAT", 1, 18);

    static final int MANY = 256 * 1024;

    /** After so many bytes it is judged how fast they came. */
    static final int JUDGED = 1024 * 1024;

    /** From so many bytes a second on they come fast: then many are there within 16 ms. */
    static final long FAST = 16L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ReceiveLowWatermark.class);
    private static final int ONE = 1;

    /**
     * Since Linux 4.18 a receive buffer grows to what is waited for, and who waits for less is woken at once where that is
     * there ({@code tcp_set_rcvlowat}).
     */
    private static final boolean WAITS = isLinuxSince(4, 18, System.getProperty("os.version"));

    private final Channel channel;
    private int mark = ONE;
    private long sinceJudged;
    private long judgedAt;
    private boolean trusted;

    ReceiveLowWatermark(Channel channel) {
        this.channel = channel;
    }

    /** An exchange begins. */
    void begin(long now) {
        sinceJudged = 0;
        judgedAt = now;
        trusted = WAITS;
        wakeAfter(ONE);
    }

    /** Bytes of a body came, and so many are still to come without anybody's leave. */
    void came(int count, long left, long now) {
        sinceJudged += count;
        boolean many = mark == MANY;
        if (sinceJudged >= JUDGED) {
            many = trusted && sinceJudged >= FAST * ((now - judgedAt) / 1e9);
            sinceJudged = 0;
            judgedAt = now;
        }
        wakeAfter(many && left >= JUDGED ? MANY : ONE);
    }

    /** Nothing was seen for a while: from now on each byte of this exchange wakes. Returns whether that is new. */
    boolean silent() {
        trusted = false;
        boolean news = mark == MANY;
        wakeAfter(ONE);
        return news;
    }

    /** @param version as {@code uname -r} has it */
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

    private void wakeAfter(int next) {
        // Of a socket that is closed another may have the number.
        if (next == mark || !channel.isOpen()) {
            return;
        }
        try {
            channel.config().setOption(LOW_WATER_MARK, next);
            mark = next;
        } catch (ChannelException e) {
            LOG.debug("{}: it cannot be set after how many bytes to wake", channel, e);
        }
    }
}
