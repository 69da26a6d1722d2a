/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of a slice that is being written. Not thread-safe. */
public final class SliceFiles implements AutoCloseable {
    private final Path directory;
    private final Descriptor descriptor;
    private final boolean durable;
    private final List<OutFile> open = new ArrayList<>();
    private final List<SliceComponent> finished = new ArrayList<>();

    /** @param durable whether each file is forced to disk once it is complete */
    public SliceFiles(Path directory, Descriptor descriptor, boolean durable) {
        this.directory = directory;
        this.descriptor = descriptor;
        this.durable = durable;
    }

    /** Replaces what is there. */
    public OutFile create(String component) throws IOException {
        OutFile file = OutFile.create(
                path(component), durable, written -> finished(component, written.position(), written.crc32()));
        open.add(file);
        return file;
    }

    Path path(String component) {
        return directory.resolve(descriptor.fileName(component));
    }

    boolean areDurable() {
        return durable;
    }

    /** A component is complete. */
    public void finished(String component, long bytes, Crc32 crc32) {
        finished.add(new SliceComponent(component, bytes, crc32));
    }

    public List<SliceComponent> finished() {
        return List.copyOf(finished);
    }

    @Override
    public void close() throws IOException {
        for (OutFile file : open) {
            file.close();
        }
    }
}
