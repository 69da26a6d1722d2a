/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.wire.DiskThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Opens part files of pieces, and chooses how each piece is written: past the page cache where the file system can and
 * there is a pair of buffers; else through it.
 */
final class PieceSinks implements AutoCloseable {
    /** So that a disk has several writes to do; with eight on two cores event loops were late. */
    private static final int WRITERS_PER_LOOP = 2;

    private final boolean wanted;
    private final boolean lends;
    private final FetchMetrics meters;
    private final AlignedBufferPool buffers;
    private final ExecutorService writers;
    private final Preallocation preallocation;
    private final WrittenPageEvictor written;
    private final DirectIoSupport directIo = new DirectIoSupport();

    PieceSinks(FetchSettings settings, FetchMetrics meters) {
        PieceSettings pieces = settings.pieces();
        this.wanted = pieces.directIo();
        this.lends = settings.tls() == null;
        this.meters = meters;
        this.buffers = new AlignedBufferPool(pieces.directMemoryBytes());
        this.preallocation = pieces.preallocate() ? Fallocate.orSparse() : Preallocation.SPARSE;
        this.written = WrittenPageEvictor.of(pieces.sparesPageCache());
        this.writers =
                Executors.newFixedThreadPool(WRITERS_PER_LOOP * settings.eventLoops(), new DiskThreads("data-write"));
    }

    PieceFile open(FetchRequest request, PieceLayout pieces) throws IOException, FetchException {
        return PieceFile.open(request, pieces, meters.of(request.peer()), block(request), preallocation, written);
    }

    /** What becomes of the pages of files that were forced. */
    WrittenPageEvictor written() {
        return written;
    }

    /** Where a piece shall go; to be closed. */
    PieceSink sink(FetchRequest request, PieceFile file, PieceLayout pieces, int index) {
        FetchMetrics ofPeer = meters.of(request.peer());
        PieceFile.Direct direct = file.direct();
        AlignedBufferPool.Pair pair = direct == null ? null : buffers.take();
        if (direct == null || pair == null) {
            return new BufferedPieceSink(new RangeWriter(
                    file.channel(), pieces.first(index), pieces.end(index), ofPeer, request.progress()));
        }
        return new DirectPieceSink(
                direct,
                pieces.first(index),
                pieces.end(index),
                buffers,
                pair,
                writers,
                ofPeer,
                request.progress(),
                lends);
    }

    /** Pairs of buffers that nobody has. */
    int freeBuffers() {
        return buffers.free();
    }

    private int block(FetchRequest request) throws IOException {
        Path directory = request.destination().toAbsolutePath().getParent();
        return wanted && directory != null ? directIo.block(directory) : DirectIoSupport.NONE;
    }

    @Override
    public void close() {
        writers.shutdown();
    }
}
