/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.request.BundlePart;
import io.idaeus.sidecar.fetch.request.RemoteFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A component of a bundle. One thread at a time writes it, under its own name; {@link SmallFiles} makes it durable. */
public final class BundleFile implements BundlePart {
    private static final Logger LOG = LoggerFactory.getLogger(BundleFile.class);
    private static final int NONE = -1;

    private final RemoteFile remote;
    private final FileTarget target;
    private final String path;
    private final NativeFiles files;
    private final WriteCounters counters;
    private final CRC32 crc = new CRC32();
    private int descriptor = NONE;
    private State state = State.RECEIVING;

    public enum State {
        RECEIVING,
        /** It exists already; it has to be fetched alone. */
        SKIPPED,
        /** Complete, with another CRC32 than expected; deleted. */
        MISMATCHED,
        /** Complete and proven, but not durable. */
        RECEIVED
    }

    public BundleFile(RemoteFile remote, FileTarget target, NativeFiles files, WriteCounters counters) {
        this.remote = remote;
        this.target = target;
        this.path = target.destination().toString();
        this.files = files;
        this.counters = counters;
    }

    @Override
    public RemoteFile remote() {
        return remote;
    }

    public State state() {
        return state;
    }

    public Crc32 crc32() {
        return Crc32.of(crc);
    }

    @Override
    public void append(ByteBuf bytes, long at) throws IOException {
        int count = bytes.readableBytes();
        long start = System.nanoTime();
        if (!target.isProvenLater()) {
            for (ByteBuffer buffer : bytes.nioBuffers()) {
                crc.update(buffer);
            }
        }
        long checked = System.nanoTime();
        if (at == 0) {
            create();
        }
        long offset = at;
        for (ByteBuffer buffer : bytes.nioBuffers()) {
            int length = buffer.remaining();
            if (state == State.RECEIVING) {
                files.write(descriptor, buffer, offset);
            }
            offset += length;
        }
        counters.received(count, checked - start, System.nanoTime() - checked);
    }

    @Override
    public void end() throws IOException {
        if (descriptor == NONE && state == State.RECEIVING) {
            create();
        }
        if (state == State.SKIPPED) {
            return;
        }
        if (target.isProvenBy(crc32())) {
            files.close(descriptor);
            descriptor = NONE;
            state = State.RECEIVED;
            target.progress().accept(target.size());
        } else {
            discard();
            state = State.MISMATCHED;
        }
    }

    /** Deletes the file, unless it was received or not created here. */
    public void discard() {
        if (descriptor != NONE) {
            files.delete(path);
            files.close(descriptor);
            descriptor = NONE;
        }
    }

    private void create() throws IOException {
        try {
            descriptor = files.create(path);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{}: exists already; the component is fetched alone", path, e);
            state = State.SKIPPED;
        }
    }
}
