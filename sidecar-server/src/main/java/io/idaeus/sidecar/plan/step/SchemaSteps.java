/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedStatements;
import io.idaeus.api.claim.ClaimedTables;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.client.ClaimsClient;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Steps that change the schema of the cluster, and empty tables. */
final class SchemaSteps {
    // Sidecars refuse larger requests than 1 MiB by default.
    private static final int BATCH_CHARACTERS = 256 << 10;
    private static final int BATCH = 100;

    // The rows are there: what cannot be made from them is left to do.
    private static final Set<ProblemType> REFUSED = Set.of(
            ProblemType.CASSANDRA_REFUSED,
            ProblemType.UNPROCESSABLE,
            ProblemType.INVALID_REQUEST,
            ProblemType.FORBIDDEN);
    private static final Set<ProblemType> ANSWERED = Stream.concat(
                    REFUSED.stream(), Stream.of(ProblemType.CLAIM_SUPERSEDED, ProblemType.CLAIMED))
            .collect(Collectors.toUnmodifiableSet());

    private SchemaSteps() {}

    /** Makes the tables that rows are imported into, with their keyspaces and types. */
    static StepOutcome makeTables(StepContext context) {
        List<SchemaStatement> wanted = statements(context, false);
        for (List<SchemaStatement> batch : batches(wanted)) {
            PeerCalls.translated(() -> make(context, batch));
        }
        Set<String> versions = context.askViews().seen().values().stream()
                .flatMap(seen -> seen.view().schemaVersions().keySet().stream())
                .filter(version -> !version.equals("UNREACHABLE"))
                .collect(Collectors.toSet());
        return versions.size() > 1
                ? StepOutcome.running("waiting until all nodes have one schema version, and not " + versions)
                : StepOutcome.done(wanted.size() + " keyspaces, types, tables and others are there");
    }

    /** Makes indexes and views from the rows. Statements that Cassandra refuses are left to do: the rows are there. */
    static StepOutcome makeIndexes(StepContext context) {
        List<SchemaStatement> wanted = statements(context, true);
        List<PlanDue> due = new ArrayList<>();
        for (SchemaStatement statement : wanted) {
            try {
                PeerCalls.translated(() -> make(context, List.of(statement)), ANSWERED);
            } catch (ProblemException e) {
                if (!REFUSED.contains(e.type())) {
                    throw e;
                }
                due.add(byHand(statement, String.valueOf(e.getMessage())));
            }
        }
        return new StepOutcome.Done(
                wanted.size() - due.size() + " of " + wanted.size()
                        + " indexes, views and comments are made; Cassandra builds indexes and views from the rows",
                due);
    }

    private static PlanDue byHand(SchemaStatement statement, String why) {
        String what =
                switch (statement.kind()) {
                    case VIEW -> "the materialized view " + statement.name();
                    case INDEX -> "the index " + statement.name();
                    default -> "the comment";
                };
        return new PlanDue(
                "Make " + what + " of " + statement.keyspace() + "." + statement.table(), statement.statement(), why);
    }

    private static boolean make(StepContext context, List<SchemaStatement> batch) {
        claims(context)
                .makeSchema(
                        context.plan().id(),
                        new ClaimedStatements(
                                context.plan().draft().digest(), context.plan().fence(), batch));
        return true;
    }

    private static ClaimsClient claims(StepContext context) {
        return context.destination().client().claims();
    }

    private static List<SchemaStatement> statements(StepContext context, boolean fromRows) {
        List<SchemaStatement> all = context.plan().draft().schema();
        return all == null
                ? List.of()
                : all.stream()
                        .filter(statement -> statement.kind().followsRows() == fromRows)
                        .toList();
    }

    static List<List<SchemaStatement>> batches(List<SchemaStatement> statements) {
        List<List<SchemaStatement>> batches = new ArrayList<>();
        List<SchemaStatement> batch = new ArrayList<>();
        long characters = 0;
        for (SchemaStatement statement : statements) {
            int more = statement.statement().length();
            if (!batch.isEmpty() && (batch.size() == BATCH || characters + more > BATCH_CHARACTERS)) {
                batches.add(List.copyOf(batch));
                batch.clear();
                characters = 0;
            }
            batch.add(statement);
            characters += more;
        }
        if (!batch.isEmpty()) {
            batches.add(List.copyOf(batch));
        }
        return List.copyOf(batches);
    }

    /** Truncates the tables that the plan has not made itself. */
    static StepOutcome truncate(StepContext context) {
        Set<TableRef> made = statements(context, false).stream()
                .filter(statement -> statement.kind() == Kind.TABLE)
                .map(statement -> new TableRef(statement.keyspace(), statement.name()))
                .collect(Collectors.toSet());
        List<TableRef> tables = context.filled().stream()
                .flatMap(keyspace ->
                        keyspace.tables().stream().map(table -> new TableRef(keyspace.keyspace(), table.table())))
                .filter(table -> !made.contains(table))
                .toList();
        // One by one: each waits for all nodes.
        for (TableRef table : tables) {
            PeerCalls.made(() -> claims(context)
                    .truncateTables(
                            context.plan().id(),
                            new ClaimedTables(
                                    context.plan().draft().digest(),
                                    context.plan().fence(),
                                    List.of(table))));
        }
        return StepOutcome.done(tables.size() + " tables are empty");
    }
}
