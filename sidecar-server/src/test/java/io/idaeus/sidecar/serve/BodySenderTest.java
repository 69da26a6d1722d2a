/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.serve.file.FileSegment;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.serve.page.BodyPages;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.idaeus.sidecar.throttle.Throttle;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodySenderTest {
    private static final int SEGMENT = 1024 * 1024;
    private static final ServeSettings SETTINGS = ServeSettings.plain("127.0.0.1", 0);

    @TempDir
    Path directory;

    private final ServeMetrics metrics = new ServeMetrics();
    private final Held held = new Held();
    private final EmbeddedChannel channel = new EmbeddedChannel(held, new ChannelInboundHandlerAdapter());
    private OpenFile file;

    /** A socket that takes nothing until it is told to. */
    private static final class Held extends ChannelOutboundHandlerAdapter {
        private final Deque<Object> messages = new ArrayDeque<>();
        private final Deque<ChannelPromise> promises = new ArrayDeque<>();

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            messages.add(message);
            promises.add(promise);
        }

        void flushOne() {
            ReferenceCountUtil.release(messages.remove());
            promises.remove().setSuccess();
        }

        void failOne() {
            ReferenceCountUtil.release(messages.remove());
            promises.remove().setFailure(new IOException("reset"));
        }
    }

    /** A socket that takes so many messages at once, and then nothing until it is told to. */
    private static final class Eager extends ChannelOutboundHandlerAdapter {
        private final Deque<ChannelPromise> promises = new ArrayDeque<>();
        private int atOnce;
        private int messages;

        Eager(int atOnce) {
            this.atOnce = atOnce;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            ReferenceCountUtil.release(message);
            messages++;
            promises.add(promise);
            if (atOnce > 0) {
                atOnce--;
                takeOne();
            }
        }

        void takeOne() {
            promises.remove().setSuccess();
        }
    }

    @BeforeEach
    void open() throws IOException {
        file = OpenFile.open(new SnapshotFiles(directory).addSparse("Data.db", 100L * SEGMENT, 0));
    }

    @Test
    void atMostTwoSegmentsAreUnflushedHoweverLargeTheFile() {
        Future<Void> sent = body(0, 100L * SEGMENT).start();

        for (int i = 0; i < 99; i++) {
            assertThat(held.messages).hasSize(2).allMatch(message -> message instanceof FileSegment);
            held.flushOne();
            channel.runPendingTasks();
        }
        held.flushOne();
        held.flushOne();
        assertThat(sent.isSuccess()).isTrue();
        assertThat(held.messages).isEmpty();
        assertThat(metrics.sendfileBytes()).isEqualTo(100L * SEGMENT);
        assertThat(file.refCnt()).isZero();
    }

    @Test
    void aReaderThatTakesEverythingAtOnceDoesNotKeepTheEventLoop() {
        Eager eager = new Eager(Integer.MAX_VALUE);
        EmbeddedChannel fast = new EmbeddedChannel(eager, new ChannelInboundHandlerAdapter());

        Future<Void> sent = body(fast, 0, 100L * SEGMENT).start();

        assertThat(eager.messages).as("segments in one turn").isEqualTo(4);
        fast.runPendingTasks();
        assertThat(eager.messages).as("segments in two turns").isEqualTo(8);
        Await.until("it is sent", () -> {
            fast.runPendingTasks();
            return sent.isSuccess();
        });
        assertThat(eager.messages).as("segments, and the end").isEqualTo(101);
    }

    /** Netty goes on flushing by tasks that run before sockets and timers. */
    @Test
    void segmentsThatAreFlushedLaterCountTowardsTheSameTurn() {
        Future<Void> sent = body(0, 100L * SEGMENT).start();

        held.flushOne();
        held.flushOne();
        assertThat(held.messages).as("the last two segments of the turn").hasSize(2);
        held.flushOne();
        held.flushOne();
        assertThat(held.messages).as("segments beyond the turn").isEmpty();
        channel.runPendingTasks();
        assertThat(held.messages).as("segments of the next turn").hasSize(2);
        held.failOne();
        held.failOne();
        assertThat(sent.isDone()).isTrue();
    }

    @Test
    void itEndsOnceAlthoughAnotherTurnWasScheduled() {
        Eager eager = new Eager(3);
        EmbeddedChannel channel = new EmbeddedChannel(eager, new ChannelInboundHandlerAdapter());
        Future<Void> sent = body(channel, 0, 5L * SEGMENT).start();

        eager.takeOne();
        assertThat(eager.messages).as("segments in one turn").isEqualTo(4);
        channel.runPendingTasks();
        eager.takeOne();
        channel.runPendingTasks();

        assertThat(eager.messages).as("segments, and the end").isEqualTo(6);
        eager.takeOne();
        assertThat(sent.isSuccess()).isTrue();
    }

    @Test
    void theLastSegmentIsTheRest() {
        assertThat(body(5, SEGMENT + 7L).start().isDone()).isFalse();

        FileSegment first = (FileSegment) held.messages.getFirst();
        FileSegment last = (FileSegment) held.messages.getLast();
        assertThat(first.position()).isEqualTo(5);
        assertThat(first.count()).isEqualTo(SEGMENT);
        assertThat(last.position()).isEqualTo(SEGMENT + 5);
        assertThat(last.count()).isEqualTo(7);
    }

    @Test
    void aFailureEndsItAndTheFileClosesWithTheLastSegment() {
        Future<Void> sent = body(0, 100L * SEGMENT).start();

        held.failOne();
        assertThat(sent.cause()).hasMessage("reset");
        assertThat(file.refCnt()).isEqualTo(1);
        held.failOne();
        assertThat(file.refCnt()).isZero();
        assertThat(file.channel().isOpen()).isFalse();
        assertThat(held.messages).isEmpty();
    }

    @Test
    void aSegmentWaitsUntilTheThrottlePermitsIt() {
        List<Runnable> alarms = new ArrayList<>();
        long[] nanos = {0};
        Throttle throttle = new Throttle(SEGMENT, () -> nanos[0], (in, task) -> alarms.add(task));
        BodySender body = body(0, 3L * SEGMENT, throttle);
        Future<Void> sent = body.start();
        assertThat(held.messages).hasSize(1);
        held.flushOne();
        channel.runPendingTasks();
        assertThat(held.messages).isEmpty();
        assertThat(body.throttledNanos()).isPositive();

        nanos[0] += 1_000_000_000L * Throttle.portion(SEGMENT, SEGMENT) / SEGMENT + 1;
        alarms.remove(0).run();
        channel.runPendingTasks();

        assertThat(held.messages).hasSize(1);
        held.failOne();
        assertThat(sent.isSuccess()).isFalse();
        assertThat(file.refCnt()).isZero();
        nanos[0] += 10_000_000_000L;
        alarms.forEach(Runnable::run);
        channel.runPendingTasks();
        assertThat(held.messages).as("nothing after its end").isEmpty();
    }

    @Test
    void anEmptyBodyHasNoSegments() {
        Future<Void> sent = body(0, 0).start();

        assertThat(held.messages).hasSize(1);
        held.flushOne();
        assertThat(sent.isSuccess()).isTrue();
        assertThat(file.refCnt()).isZero();
    }

    @Test
    void whatWasReadBeforeAFailureIsFlushedFirst() {
        Future<Void> sent = start(new Failing(new IOException("read error")));
        assertThat(held.messages).hasSize(1);
        assertThat(sent.isDone()).isFalse();

        held.flushOne();
        assertThat(sent.cause()).hasMessage("read error");
        assertThat(held.messages).as("no end of the body").isEmpty();
    }

    @Test
    void anUnexpectedErrorEndsItAtOnce() {
        Future<Void> sent = start(new Failing(new IllegalStateException("bug")));

        assertThat(sent.cause()).hasMessage("bug");
        held.flushOne();
        assertThat(held.messages).isEmpty();
    }

    /** One segment, and then a failure. */
    private static final class Failing implements BodySource {
        private final Exception failure;
        private int segments;

        Failing(Exception failure) {
            this.failure = failure;
        }

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public int nextBytes(long rateLimit) {
            return 1;
        }

        @Override
        public int nextFiles() {
            return 0;
        }

        @Override
        public Object next(ByteBufAllocator allocator) throws IOException {
            if (segments++ == 0) {
                return allocator.buffer(1).writeByte(0);
            }
            if (failure instanceof IOException e) {
                throw e;
            }
            throw (RuntimeException) failure;
        }

        @Override
        public BodyPages readAhead(ReadAhead readAhead, EventExecutor loop, Runnable resume) {
            return BodyPages.NONE;
        }

        @Override
        public void close() {}
    }

    private Future<Void> start(BodySource source) {
        file.release();
        return sender(channel, source, Throttle.unlimited()).start();
    }

    private BodySender body(long first, long length) {
        return body(channel, first, length, Throttle.unlimited());
    }

    private BodySender body(long first, long length, Throttle throttle) {
        return body(channel, first, length, throttle);
    }

    private BodySender body(EmbeddedChannel of, long first, long length) {
        return body(of, first, length, Throttle.unlimited());
    }

    private BodySender body(EmbeddedChannel of, long first, long length, Throttle throttle) {
        return sender(of, new FileSource(file, first, length, SETTINGS), throttle);
    }

    private BodySender sender(EmbeddedChannel of, BodySource source, Throttle throttle) {
        return new BodySender(of.pipeline().lastContext(), source, throttle.flow(), null, SETTINGS, metrics);
    }
}
