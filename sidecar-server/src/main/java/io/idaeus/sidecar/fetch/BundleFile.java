/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A component that comes in a bundle, and its part file. The event loop appends and ends it; then a disk thread forces,
 * renames and closes it. What does not come whole leaves nothing behind.
 */
final class BundleFile {
    /** Smaller ones are mostly what an import reads. */
    private static final long SPARED_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(BundleFile.class);
    private static final int NONE = -1;

    private final FetchRequest request;
    private final String part;
    private final NativeFiles files;
    private final FetchMetrics meters;
    private final CRC32 crc = new CRC32();
    private int descriptor = NONE;
    private boolean whole;
    private boolean skipped;
    private @Nullable FetchResult result;

    BundleFile(FetchRequest request, NativeFiles files, FetchMetrics meters) {
        this.request = request;
        this.part = request.part().toString();
        this.files = files;
        this.meters = meters;
    }

    FetchRequest request() {
        return request;
    }

    /** Null while nothing can be said of it. */
    @Nullable
    FetchResult result() {
        return result;
    }

    /** Whether all of it came and is right, and it is to be sealed. */
    boolean isWhole() {
        return whole;
    }

    /** Takes the next bytes. */
    void append(ByteBuf bytes, long at) throws FetchException {
        int count = bytes.readableBytes();
        long start = System.nanoTime();
        for (ByteBuffer buffer : bytes.nioBuffers()) {
            crc.update(buffer);
        }
        long checked = System.nanoTime();
        try {
            if (at == 0) {
                create();
            }
            long offset = at;
            for (ByteBuffer buffer : bytes.nioBuffers()) {
                int length = buffer.remaining();
                if (!skipped) {
                    files.write(descriptor, buffer, offset);
                }
                offset += length;
            }
        } catch (IOException e) {
            throw FetchException.local(request.part(), e);
        }
        meters.received(count, checked - start, System.nanoTime() - checked);
    }

    /** All bytes have come. */
    void end() throws FetchException {
        try {
            if (descriptor == NONE && !skipped) {
                create();
            }
        } catch (IOException e) {
            throw FetchException.local(request.part(), e);
        }
        if (skipped) {
            return;
        }
        Crc32 found = Crc32.of(crc);
        if (found.equals(request.crc32())) {
            files.beginWriteback(descriptor);
            whole = true;
            return;
        }
        discard();
        meters.mismatched();
        LOG.warn("{}: CRC32 {} (expected: {}), discarded", ResponseHead.describe(request), found, request.crc32());
        result = new Mismatch(found, request.crc32(), 0, FetchResult.Fault.UNKNOWN);
    }

    /** Its bytes are on the disk for good when this returns. */
    void force() throws IOException {
        files.force(descriptor);
    }

    /** A file of a Data.db's size, which nobody reads soon, leaves its memory to the next. */
    void spare() {
        if (request.size() >= SPARED_BYTES) {
            files.letGo(descriptor);
        }
    }

    /** Makes the forced bytes the destination: the rename is the record that they are proven. Closes it. */
    void rename() throws IOException {
        files.rename(part, request.destination().toString());
        files.close(descriptor);
        descriptor = NONE;
    }

    /** After its directory was forced. */
    void sealed() {
        result = new FetchResult.Fetched(request.size(), 0);
        meters.fetched(0);
        request.progress().accept(request.size());
    }

    Path directory() {
        return directory(request);
    }

    static Path directory(FetchRequest request) {
        return Objects.requireNonNull(request.destination().getParent(), "a destination lies in a directory");
    }

    /** Closes and deletes what is not renamed. */
    void discard() {
        if (descriptor != NONE) {
            files.delete(part);
            files.close(descriptor);
            descriptor = NONE;
        }
    }

    private void create() throws IOException {
        try {
            descriptor = files.create(part);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{}: is there already, so it is fetched alone", part, e);
            skipped = true;
        }
    }
}
