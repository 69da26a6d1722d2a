/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.cli.command.Converters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that all commands share which make plans that move SSTables. */
final class PlanOptions extends PlanTerms {

    @Option(
            names = "--writes",
            paramLabel = "[KEYSPACE=]LEVEL",
            converter = Converters.Writes.class,
            description = {
                "Consistency level at which clients write: for all keyspaces, or for one; repeatable (default: QUORUM; of rebuild, and of clone where there are several data centres: LOCAL_QUORUM).",
                "Of replace and clone, and of rebuild where the data centres differ in replicas, it decides from how many replicas each range is merged."
            })
    private List<Converters.KeyspaceLevel> writes = List.of();

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Limit the whole plan to this rate: a whole number of KiB/s, MiB/s or GiB/s, for instance 100MiB/s"
                            + " (default: only the limits of each node).")
    private @Nullable Long maxRate;

    @Override
    PlanRequest.Builder request(PlanKind kind) {
        return super.request(kind).writes(writes()).maxRate(maxRate);
    }

    private @Nullable Map<String, String> writes() {
        Map<String, String> levels = new LinkedHashMap<>();
        writes.forEach(each -> levels.put(each.keyspace(), each.level()));
        return levels.isEmpty() ? null : levels;
    }
}
