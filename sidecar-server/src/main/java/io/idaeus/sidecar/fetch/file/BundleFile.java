/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.fetch.connection.BundlePart;
import io.idaeus.sidecar.fetch.connection.RemoteFile;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A component of a bundle. An event loop appends and ends it; a sealing thread makes it durable. */
public final class BundleFile implements BundlePart {
    // Smaller files stay in the page cache: an import reads most of them.
    private static final long MIN_EVICTED_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(BundleFile.class);
    private static final int NONE = -1;

    private final RemoteFile remote;
    private final FileTarget target;
    private final String part;
    private final NativeFiles files;
    private final WriteCounters counters;
    private final CRC32 crc = new CRC32();
    private int descriptor = NONE;
    private State state = State.RECEIVING;

    public enum State {
        RECEIVING,
        /** Its part file existed; it has to be fetched alone. */
        SKIPPED,
        /** Complete, with another CRC32 than expected; deleted. */
        MISMATCHED,
        PROVEN,
        DURABLE
    }

    public BundleFile(RemoteFile remote, FileTarget target, NativeFiles files, WriteCounters counters) {
        this.remote = remote;
        this.target = target;
        this.part = target.part().toString();
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
        for (ByteBuffer buffer : bytes.nioBuffers()) {
            crc.update(buffer);
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
        if (crc32().equals(target.crc32())) {
            files.beginWriteback(descriptor);
            state = State.PROVEN;
        } else {
            discard();
            state = State.MISMATCHED;
        }
    }

    /**
     * A name is a proof: all bytes are on the disk before the first rename.
     *
     * @param evicts larger files from the page cache
     */
    public static void makeDurable(List<BundleFile> proven, NativeFiles files, boolean evicts) throws IOException {
        for (BundleFile file : proven) {
            files.force(file.descriptor);
        }
        CrashPoint.FORCED.of("bundles");
        Set<Path> directories = new LinkedHashSet<>();
        for (BundleFile file : proven) {
            if (evicts && file.target.size() >= MIN_EVICTED_BYTES) {
                files.evict(file.descriptor);
            }
            file.rename();
            directories.add(directory(file.target.destination()));
        }
        CrashPoint.RENAMED.of("bundles");
        for (Path directory : directories) {
            files.forceDirectory(directory.toString());
        }
        CrashPoint.NAMED.of("bundles");
        for (BundleFile file : proven) {
            file.state = State.DURABLE;
            file.target.progress().accept(file.target.size());
        }
    }

    public static Path directory(Path destination) {
        return Objects.requireNonNull(destination.getParent(), "a destination lies in a directory");
    }

    /** Deletes the part file, unless it was renamed. */
    public void discard() {
        if (descriptor != NONE) {
            files.delete(part);
            files.close(descriptor);
            descriptor = NONE;
        }
    }

    private void rename() throws IOException {
        files.rename(part, target.destination().toString());
        files.close(descriptor);
        descriptor = NONE;
    }

    private void create() throws IOException {
        try {
            descriptor = files.create(part);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{}: exists already; the component is fetched alone", part, e);
            state = State.SKIPPED;
        }
    }
}
