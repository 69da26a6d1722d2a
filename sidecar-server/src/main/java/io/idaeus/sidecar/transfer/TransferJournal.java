/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.store.JsonStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The transfers on disk: {@code transfers/<id>.json}, and beside them {@code plans/<id>.json}. What cannot be written is
 * as it was before, and {@link LocalDiskException} says why.
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

    Collection<TransferRecord> all() {
        return all(id -> {});
    }

    /** @param unreadable hears the id of each transfer whose record is there and not understood */
    Collection<TransferRecord> all(Consumer<String> unreadable) {
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

    void write(TransferRecord record) {
        onDisk(() -> records.put(record.id(), record));
    }

    /** Of a transfer that was not accepted after all: nobody was told of it. */
    void forget(String id) {
        onDisk(() -> records.delete(id));
    }

    void write(String id, PlanRecord plan) {
        onDisk(() -> plans.put(id, plan));
    }

    Optional<PlanRecord> plan(String id) {
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
