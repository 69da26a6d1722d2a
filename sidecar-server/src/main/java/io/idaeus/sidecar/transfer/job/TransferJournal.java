/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.transfer.waiting.LocalDiskException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Transfers on disk: {@code transfers/<id>.json} and {@code plans/<id>.json}. Writes throw {@link LocalDiskException}
 * and leave the earlier record whole.
 */
public final class TransferJournal {
    private final JsonStore<TransferRecord> records;
    private final JsonStore<PlanRecord> plans;
    private final Path stateDirectory;

    private TransferJournal(Path stateDirectory, JsonStore<TransferRecord> records, JsonStore<PlanRecord> plans) {
        this.stateDirectory = stateDirectory;
        this.records = records;
        this.plans = plans;
    }

    public static TransferJournal open(Path stateDirectory) {
        return new TransferJournal(
                stateDirectory,
                JsonStore.open(stateDirectory.resolve("transfers"), TransferRecord.class),
                JsonStore.open(stateDirectory.resolve("plans"), PlanRecord.class));
    }

    public Collection<TransferRecord> all() {
        return all(id -> {});
    }

    /** @param unreadable receives ids of records that this version does not understand */
    public Collection<TransferRecord> all(Consumer<String> unreadable) {
        List<TransferRecord> understood = new ArrayList<>();
        records.loadAll(unreadable).forEach((id, record) -> {
            if (record.id().equals(id)) {
                understood.add(record);
            } else {
                unreadable.accept(id);
            }
        });
        return understood;
    }

    public void write(TransferRecord record) {
        onDisk(() -> records.put(record.id(), record));
    }

    /** For a transfer that was not accepted after all. */
    public void forget(String id) {
        onDisk(() -> records.delete(id));
    }

    public void write(String id, PlanRecord plan) {
        onDisk(() -> plans.put(id, plan));
    }

    public Optional<PlanRecord> plan(String id) {
        return plans.get(id);
    }

    private void onDisk(Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException e) {
            throw LocalDiskException.at(stateDirectory, e);
        }
    }
}
