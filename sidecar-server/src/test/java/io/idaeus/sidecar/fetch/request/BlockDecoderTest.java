/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.idaeus.sidecar.compression.BrokenCodecs;
import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.idaeus.sidecar.wire.EntityTag;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The test is the event loop. */
@Timeout(120)
class BlockDecoderTest {
    private static final int BLOCK = 100_000;
    private static final int BLOCKS = 6;
    private static final byte[] DATA = SnapshotFiles.text(BLOCKS * BLOCK, 3);

    private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
    private final CountDownLatch decoding = new CountDownLatch(1);
    private final Sink sink = new Sink();
    private final List<String> counted = new ArrayList<>();
    private final CodecThreads<Decompressor> threads = CodecThreads.decompressing();
    private final long pinned = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
    private int resumed;

    private static final class Sink implements RangeSink {
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private @Nullable ByteBuf lent;
        private int largestLent;

        @Override
        public long first() {
            return 0;
        }

        @Override
        public long position() {
            return received.size();
        }

        @Override
        public long end() {
            return DATA.length;
        }

        @Override
        public void restart() {
            received.reset();
        }

        @Override
        public ByteBuf lend(int most) {
            largestLent = Math.max(largestLent, most);
            lent = Unpooled.directBuffer(most, most);
            return lent;
        }

        @Override
        public void append(ByteBuf bytes) throws IOException {
            bytes.readBytes(received, bytes.readableBytes());
        }
    }

    @AfterEach
    void stop() {
        decoding.countDown();
        threads.close();
        assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory()).isEqualTo(pinned);
    }

    @Test
    void whileAFrameIsDecodedOneMoreAndOneReadWait() throws Exception {
        holdThreads();
        BlockDecoder decoder = decoder(threads);
        List<ByteBuf> reads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            assertThat(decoder.isFull()).as("before block %s", i).isEqualTo(i > 1);
            reads.add(append(decoder, frame(i)));
        }

        assertThat(decoder.isFull()).isTrue();
        assertThat(reads).extracting(ByteBuf::refCnt).containsExactly(0, 0, 1);
        assertThat(sink.received.size()).isZero();
        assertThat(resumed).isZero();

        decoding.countDown();
        turn();
        // The second frame is decoded now, and the third has arrived.
        assertThat(sink.position()).isEqualTo(BLOCK);
        assertThat(decoder.isFull()).isTrue();
        assertThat(reads.get(2).refCnt()).isZero();

        turn();
        assertThat(sink.position()).isEqualTo(2 * BLOCK);
        assertThat(decoder.isFull()).isFalse();
        assertThat(resumed).isEqualTo(1);
        turn();

        assertThat(sink.received.toByteArray()).isEqualTo(Arrays.copyOf(DATA, 3 * BLOCK));
        assertThat(counted).containsExactly(count(0), count(1), count(2));
        assertThat(sink.largestLent).isEqualTo(BLOCK);
    }

    @Test
    void aStoredBlockWaitsForTheFrameBeforeIt() throws Exception {
        holdThreads();
        BlockDecoder decoder = decoder(threads);
        append(decoder, frame(0));
        append(decoder, stored(1));

        assertThat(sink.received.size()).isZero();
        assertThat(decoder.isFull()).isTrue();

        decoding.countDown();
        turn();

        assertThat(sink.received.toByteArray()).isEqualTo(Arrays.copyOf(DATA, 2 * BLOCK));
        assertThat(resumed).isEqualTo(1);
        assertThat(counted).containsExactly(count(0), (CompressedBlock.HEADER_BYTES + BLOCK) + " " + BLOCK);
    }

    @Test
    void withoutADecompressorTheExchangeFails() throws Exception {
        OutOfMemoryError problem = new OutOfMemoryError("direct buffer memory");
        try (CodecThreads<Decompressor> broken = BrokenCodecs.decompressing(problem)) {
            BlockDecoder decoder = decoder(broken);
            ByteBuf first = append(decoder, frame(0));
            ByteBuf second = append(decoder, frame(1));
            List<@Nullable Throwable> settled = new ArrayList<>();
            decoder.settle(settled::add);
            assertThat(settled).isEmpty();

            turn();

            assertThat(settled).containsExactly(problem);
            assertThat(first.refCnt() + second.refCnt()).isZero();
            assertThat(sink.lent).isNotNull();
            assertThat(sink.lent.refCnt()).isZero();
        }
    }

    @Test
    void anExchangeThatEndsEarlySettlesWhenNothingIsDecodedAnyMore() throws Exception {
        holdThreads();
        BlockDecoder decoder = decoder(threads);
        append(decoder, frame(0));
        List<@Nullable Throwable> settled = new ArrayList<>();

        decoder.settle(settled::add);
        assertThat(settled).isEmpty();
        decoding.countDown();
        turn();

        assertThat(settled).hasSize(1);
        assertThat(sink.position()).isEqualTo(BLOCK);
    }

    @Test
    void aFrameThatDoesNotArriveWholeIsReleased() throws Exception {
        BlockDecoder decoder = decoder(threads);
        ByteBuf frame = frame(0);
        append(decoder, frame.readRetainedSlice(frame.readableBytes() / 2));
        frame.release();
        List<@Nullable Throwable> settled = new ArrayList<>();

        decoder.settle(settled::add);

        assertThat(settled).hasSize(1);
        assertThat(sink.position()).isZero();
    }

    @Test
    void aReadIsBounded() {
        PeerBlocksRequest request = new PeerBlocksRequest(
                new RemoteFile(
                        InetSocketAddress.createUnresolved("source", 1),
                        SnapshotFiles.path("Data.db"),
                        new EntityTag(SnapshotFiles.crc32(DATA), DATA.length)),
                sink,
                1,
                threads,
                (wire, plain) -> {});

        for (int most : new int[] {1, 256 * 1024, 4 << 20}) {
            ByteBuf lent = request.lend(most);
            assertThat(lent.capacity()).isEqualTo(Math.min(most, 256 * 1024));
            assertThat(lent.isDirect()).isTrue();
            lent.release();
        }
    }

    private BlockDecoder decoder(CodecThreads<Decompressor> with) {
        BlockDecoder decoder =
                new BlockDecoder(sink, DATA.length, with, (wire, plain) -> counted.add(wire + " " + plain));
        decoder.attach(loop::add, () -> resumed++);
        return decoder;
    }

    // Every thread waits, so that nothing is decoded.
    private void holdThreads() {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            threads.run(
                    codec -> {
                        try {
                            decoding.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    problem -> {});
        }
    }

    private void turn() throws InterruptedException {
        Runnable next = loop.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("a task for the event loop").isNotNull();
        next.run();
    }

    private static ByteBuf append(BlockDecoder decoder, ByteBuf read) {
        decoder.append(read);
        read.release();
        return read;
    }

    private static byte[] encoded(int block) {
        return Zstd.compress(plain(block), 1);
    }

    private static byte[] plain(int block) {
        return Arrays.copyOfRange(DATA, block * BLOCK, (block + 1) * BLOCK);
    }

    private static String count(int block) {
        return (CompressedBlock.HEADER_BYTES + encoded(block).length) + " " + BLOCK;
    }

    private static ByteBuf frame(int block) {
        return wire(new CompressedBlock(BLOCK, encoded(block).length), encoded(block));
    }

    private static ByteBuf stored(int block) {
        return wire(CompressedBlock.stored(BLOCK), plain(block));
    }

    private static ByteBuf wire(CompressedBlock header, byte[] bytes) {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer();
        header.writeTo(buffer);
        return buffer.writeBytes(bytes);
    }
}
