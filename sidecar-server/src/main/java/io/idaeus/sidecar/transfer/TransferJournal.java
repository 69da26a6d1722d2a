/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The transfers on disk: {@code transfers/<id>.json}, and beside them {@code plans/<id>.json}. */
public final class TransferJournal {
    private final JsonStore<TransferRecord> records;
    private final JsonStore<PlanRecord> plans;

    private TransferJournal(JsonStore<TransferRecord> records, JsonStore<PlanRecord> plans) {
        this.records = records;
        this.plans = plans;
    }

    public static TransferJournal open(Path stateDirectory) {
        return new TransferJournal(
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
        records.put(record.id(), record);
    }

    void write(String id, PlanRecord plan) {
        plans.put(id, plan);
    }

    Optional<PlanRecord> plan(String id) {
        return plans.get(id);
    }
}
