/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real event loops. */
@Timeout(120)
@SuppressWarnings("FutureReturnValueIgnored") // what fails is seen by what does not happen
class NextTurnTest {
    private static final int TURNS = 60;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = loops.next();
    private final CompletableFuture<Integer> turnsAtTimer = new CompletableFuture<>();
    private final NextTurn next = new NextTurn(loop, this::work);
    private int turns;

    @AfterEach
    void stop() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void timersRunBetweenTurns() {
        loop.execute(() -> {
            loop.schedule(() -> turnsAtTimer.complete(turns), 0, TimeUnit.NANOSECONDS);
            work();
        });

        assertThat(turnsAtTimer.join()).isBetween(1, 6);
    }

    @Test
    void schedulingTwiceRunsTheWorkOnce() throws Exception {
        loop.submit(() -> {
                    turns = TURNS;
                    next.schedule();
                    next.schedule();
                    assertThat(next.isScheduled()).isTrue();
                })
                .get();

        assertThat(loop.submit(() -> turns).get()).isBetween(TURNS, TURNS + 1);
        Await.until("it has come", () -> loop.submit(() -> !next.isScheduled())
                .syncUninterruptibly()
                .getNow());
        assertThat(loop.submit(() -> turns).get()).isEqualTo(TURNS + 1);
    }

    @Test
    void itRunsAtOnceWhenTheEventLoopShutsDown() throws Exception {
        loop.submit(() -> {
                    turns = TURNS;
                    next.schedule();
                    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
                })
                .get();

        assertThat(loops.terminationFuture().await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(turns).isEqualTo(TURNS + 1);
    }

    private void work() {
        turns++;
        if (turns < TURNS) {
            next.schedule();
        }
    }
}
