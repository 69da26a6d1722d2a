/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.TransferRequest;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.RetiredValue;
import io.idaeus.sidecar.transfer.waiting.LocalDiskException;
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
 * Transfers on disk: {@code transfers/<id>.json}, {@code ended-transfers/<id>.json} once they have ended, so that a start
 * need not read them, and {@code plans/<id>.json}. Writes throw {@link LocalDiskException} and leave the earlier record
 * whole.
 */
public final class TransferJournal {
    private static final Logger LOG = LoggerFactory.getLogger(TransferJournal.class);

    private final JsonStore<TransferRecord> records;
    private final JsonStore<TransferRecord> ended;
    private final JsonStore<SelectionRecord> selections;
    private final Path stateDirectory;

    private TransferJournal(
            Path stateDirectory,
            JsonStore<TransferRecord> records,
            JsonStore<TransferRecord> ended,
            JsonStore<SelectionRecord> selections) {
        this.stateDirectory = stateDirectory;
        this.records = records;
        this.ended = ended;
        this.selections = selections;
    }

    public static TransferJournal open(Path stateDirectory) {
        RetiredValue<?> auto = new RetiredValue<>(
                "AUTO",
                TransferRequest.Compression.OFF,
                "A stored transfer asks for compression AUTO, which is no longer supported: it and others like it run with OFF;"
                        + " to compress, ask for ZSTD in new transfers, or set transfers.compression to zstd");
        return new TransferJournal(
                stateDirectory,
                JsonStore.open(stateDirectory.resolve("transfers"), TransferRecord.class, auto),
                JsonStore.open(stateDirectory.resolve("ended-transfers"), TransferRecord.class, auto),
                JsonStore.open(stateDirectory.resolve("plans"), SelectionRecord.class));
    }

    public Collection<TransferRecord> all() {
        return all(id -> {});
    }

    /** @param unreadable receives ids of records that this version does not understand */
    public Collection<TransferRecord> all(Consumer<String> unreadable) {
        List<TransferRecord> all = new ArrayList<>(unfinished(unreadable));
        for (String id : endedIds()) {
            ended(id).ifPresentOrElse(all::add, () -> unreadable.accept(id));
        }
        return all;
    }

    /** @param unreadable receives ids of records that this version does not understand */
    public Collection<TransferRecord> unfinished(Consumer<String> unreadable) {
        List<TransferRecord> unfinished = new ArrayList<>();
        records.loadAll(unreadable).forEach((id, record) -> {
            if (!record.id().equals(id)) {
                unreadable.accept(id);
            } else if (ended.has(id)) {
                // A crash came between the two halves of its end.
                onDisk(() -> records.delete(id));
            } else if (record.state().isFinal()) {
                onDisk(() -> records.move(id, ended));
            } else {
                unfinished.add(record);
            }
        });
        return unfinished;
    }

    /** Oldest first; their records are not read. */
    public List<String> endedIds() {
        return ended.names();
    }

    /** Empty where this version does not understand it, or it cannot be read. */
    public Optional<TransferRecord> ended(String id) {
        try {
            return ended.get(id).filter(record -> record.id().equals(id));
        } catch (UncheckedIOException e) {
            LOG.warn("{} cannot be read; check the disk and the permissions of its record", id, e);
            return Optional.empty();
        }
    }

    public void write(TransferRecord record) {
        onDisk(() -> {
            if (record.state().isFinal()) {
                ended.put(record.id(), record);
                records.delete(record.id());
            } else {
                records.put(record.id(), record);
            }
        });
    }

    /** What proves that there was a transfer goes last. */
    public void forget(String id) {
        onDisk(() -> {
            selections.delete(id);
            ended.delete(id);
            records.delete(id);
        });
    }

    public void write(String id, SelectionRecord selection) {
        onDisk(() -> selections.put(id, selection));
    }

    public Optional<SelectionRecord> selection(String id) {
        return selections.get(id);
    }

    private void onDisk(Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException e) {
            throw LocalDiskException.at(stateDirectory, e);
        }
    }
}
