/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.job.JobStore;
import io.idaeus.sidecar.job.JsonJobStore;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.store.RetiredValue;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Transfers on disk: their records, and {@code plans/<id>.json} for their selections, which are large and change at other
 * times.
 */
public final class TransferJournal implements JobStore<TransferRecord> {
    private final JsonJobStore<TransferRecord> records;
    private final JsonStore<SelectionRecord> selections;
    private final Path stateDirectory;

    private TransferJournal(
            Path stateDirectory, JsonJobStore<TransferRecord> records, JsonStore<SelectionRecord> selections) {
        this.stateDirectory = stateDirectory;
        this.records = records;
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
                new JsonJobStore<>(
                        stateDirectory,
                        "transfers",
                        directory -> JsonStore.open(directory, TransferRecord.class, auto)),
                JsonStore.open(stateDirectory.resolve("plans"), SelectionRecord.class));
    }

    @Override
    public Collection<TransferRecord> load(Consumer<String> unreadable) {
        return records.load(unreadable);
    }

    @Override
    public List<String> unread() {
        return records.unread();
    }

    @Override
    public Optional<TransferRecord> read(String id) {
        return records.read(id);
    }

    @Override
    public void write(TransferRecord record) {
        records.write(record);
    }

    @Override
    public void forget(String id) {
        LocalDiskException.during(stateDirectory, () -> selections.delete(id));
        records.forget(id);
    }

    @Override
    public String file(String id) {
        return records.file(id);
    }

    public void write(String id, SelectionRecord selection) {
        LocalDiskException.during(stateDirectory, () -> selections.put(id, selection));
    }

    public Optional<SelectionRecord> selection(String id) {
        return selections.get(id);
    }
}
