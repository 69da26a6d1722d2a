/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.LocalDiskException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records as JSON: {@code <directory>/<id>.json} until the job ends, then {@code ended-<directory>/<id>.json}, so that a
 * start need not read them.
 */
public final class JsonJobStore<R extends JobRecord> implements JobStore<R> {
    private static final Logger LOG = LoggerFactory.getLogger(JsonJobStore.class);
    private static final String ENDED = "ended-";

    private final Path stateDirectory;
    private final String directory;
    private final JsonStore<R> records;
    private final JsonStore<R> ended;

    /**
     * @param directory its name below the state directory
     * @param opening opens a store in a directory that it may have to create
     */
    public JsonJobStore(Path stateDirectory, String directory, Opening<R> opening) {
        this.stateDirectory = stateDirectory;
        this.directory = directory;
        this.records = opening.open(stateDirectory.resolve(directory));
        this.ended = opening.open(stateDirectory.resolve(ENDED + directory));
    }

    /** Opens a store. */
    public interface Opening<R> {
        JsonStore<R> open(Path directory);
    }

    @Override
    public Collection<R> load(Consumer<String> unreadable) {
        List<R> unfinished = new ArrayList<>();
        records.loadAll(unreadable).forEach((id, record) -> {
            if (!record.id().equals(id)) {
                unreadable.accept(id);
            } else if (ended.has(id)) {
                // A crash came between the two halves of its end.
                onDisk(() -> records.delete(id));
            } else if (record.hasEnded()) {
                onDisk(() -> records.move(id, ended));
            } else {
                unfinished.add(record);
            }
        });
        return unfinished;
    }

    @Override
    public List<String> unread() {
        return ended.names();
    }

    @Override
    public Optional<R> read(String id) {
        try {
            return ended.get(id).filter(record -> record.id().equals(id));
        } catch (UncheckedIOException e) {
            LOG.warn("{} cannot be read; check the disk and the permissions of its record", id, e);
            return Optional.empty();
        }
    }

    @Override
    public void write(R record) {
        onDisk(() -> {
            if (record.hasEnded()) {
                ended.put(record.id(), record);
                records.delete(record.id());
            } else {
                records.put(record.id(), record);
            }
        });
    }

    @Override
    public void forget(String id) {
        onDisk(() -> {
            ended.delete(id);
            records.delete(id);
        });
    }

    @Override
    public String file(String id) {
        return (ended.has(id) ? ENDED : "") + directory + "/" + id + ".json";
    }

    private void onDisk(Runnable write) {
        LocalDiskException.during(stateDirectory, write);
    }
}
