/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.wire.DiskThreads;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Opens part files, and writes pieces past the page cache where the file system can and buffers are free. Thread-safe. */
public final class PieceSinks implements AutoCloseable {
    // Two keep a disk busy; with eight on two cores, event loops were delayed.
    private static final int WRITERS_PER_LOOP = 2;

    private final boolean directIoWanted;
    private final AlignedBufferPool buffers;
    private final ExecutorService writers;
    private final Preallocation preallocation;
    private final WrittenPageEvictor evictor;
    private final DirectIoSupport directIo = new DirectIoSupport();

    public PieceSinks(PieceSettings settings, int eventLoops) {
        this.directIoWanted = settings.directIo();
        this.buffers = new AlignedBufferPool(settings.directMemoryBytes());
        this.preallocation = settings.preallocate() ? Fallocate.orSparse() : Preallocation.SPARSE;
        this.evictor = WrittenPageEvictor.of(settings.sparesPageCache());
        this.writers = Executors.newFixedThreadPool(WRITERS_PER_LOOP * eventLoops, new DiskThreads("data-write"));
    }

    public PieceFile open(FileTarget target, PieceLayout pieces, WriteCounters counters) throws IOException {
        return PieceFile.open(target, pieces, counters, block(target), preallocation, evictor);
    }

    public WrittenPageEvictor evictor() {
        return evictor;
    }

    /** The caller closes the sink. */
    public PieceSink sink(FileTarget target, PieceFile file, PieceLayout pieces, int index, WriteCounters counters) {
        PieceRange range = pieces.range(index);
        return new LatePieceSink(range, () -> attached(target, file, range, counters));
    }

    private PieceSink attached(FileTarget target, PieceFile file, PieceRange range, WriteCounters counters) {
        PieceFile.Direct direct = file.direct();
        ByteBuf first = direct == null ? null : buffers.take();
        if (direct == null || first == null) {
            return new BufferedPieceSink(new RangeWriter(file.channel(), range, counters, target.progress()));
        }
        return new DirectPieceSink(direct, range, first, buffers, writers, counters, target.progress());
    }

    public int freeBuffers() {
        return buffers.free();
    }

    private int block(FileTarget target) throws IOException {
        Path directory = target.destination().toAbsolutePath().getParent();
        return directIoWanted && !target.isProvenLater() && directory != null
                ? directIo.block(directory)
                : DirectIoSupport.NONE;
    }

    @Override
    public void close() {
        writers.shutdown();
        buffers.close();
    }
}
