/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.file.PartFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches a file over one connection. One step at a time owns the part file. */
final class FileFetch extends FetchJob<FetchResult> {
    private static final Logger LOG = LoggerFactory.getLogger(FileFetch.class);

    private volatile @Nullable PartFile part;
    private volatile @Nullable RangeFetch call;
    private volatile boolean hasPermit;

    FileFetch(FetchRequest request, FetchContext context, Runnable whenOver) {
        super(context, request, whenOver);
    }

    @Override
    void prepare() throws IOException {
        if (isDone()) {
            endCancelled();
            return;
        }
        if (isFetched(request())) {
            end(new AlreadyThere(request().bytes()));
            return;
        }
        PartFile opened = PartFile.open(request().target(), metrics(), context().evictor(), this::isDone);
        part = opened;
        if (isDone()) {
            endCancelled();
        } else if (opened.isComplete()) {
            seal(opened);
        } else {
            context().takePermit(request(), () -> {
                hasPermit = true;
                run(() -> receive(opened));
            });
        }
    }

    private void receive(PartFile opened) {
        if (isDone()) {
            endCancelled();
            return;
        }
        RangeFetch started = new RangeFetch(context(), request(), opened, new PeerCall.Outcome() {
            @Override
            public void nearlyReceived() {
                givePermitBack();
            }

            @Override
            public void received() {
                givePermitBack();
                run(context().disk(), () -> seal(opened));
            }

            @Override
            public void failed(Throwable failure) {
                FileFetch.this.failed(failure);
            }
        });
        call = started;
        if (isDone()) {
            started.cancel();
        }
        started.start();
    }

    private void seal(PartFile opened) throws IOException {
        if (isDone()) {
            endCancelled();
            return;
        }
        Crc32 found = opened.crc32();
        Crc32 expected = request().expected();
        if (expected == null || found.equals(expected)) {
            opened.seal();
            metrics().fetched(opened.resumed());
            LOG.debug("{}: fetched, {} bytes", request().component(), request().bytes());
            end(new Fetched(request().bytes(), opened.resumed()));
        } else {
            opened.delete();
            metrics().mismatched();
            LOG.warn("{}: CRC32 {} (expected: {}), discarded", request().remote(), found, expected);
            end(new Mismatch(found, expected, opened.resumed(), FetchResult.Fault.UNKNOWN));
        }
    }

    @Override
    void interrupt() {
        RangeFetch running = call;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    void failed(Throwable failure) {
        try {
            Failed failed = isDone() ? null : describe(failure);
            if (failed == null) {
                endBroken(failure);
            } else {
                end(failed);
            }
        } catch (RuntimeException | Error defect) {
            endBroken(defect);
        }
    }

    @Override
    void release() throws IOException {
        givePermitBack();
        PartFile opened = part;
        if (opened != null) {
            opened.close();
        }
    }

    private void givePermitBack() {
        if (hasPermit) {
            hasPermit = false;
            context().givePermitBack(request());
        }
    }
}
