/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.facts.SourceFacts;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.kind.TransferTerms;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.StateJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The rights of a coordinator at a node of the cluster that tables are cloned into. */
class ApprovedCloneTest {
    private static final int PORT = 9043;
    private static final String FROM = "http://10.0.1.1:9043";
    private static final SchemaStatement TABLE =
            new SchemaStatement(Kind.TABLE, "shop", "t", "t", "CREATE TABLE shop.t (id int PRIMARY KEY)");
    private static final SchemaStatement INDEX =
            new SchemaStatement(Kind.INDEX, "shop", "t", "by_v", "CREATE INDEX by_v ON shop.t (v)");

    private final Draft draft = draft(true);
    private final String here = draft.destinations().get(0).sidecar();
    private final ApprovedPlan approved = approved(draft);

    private static Draft draft(boolean truncate) {
        RingFixture into = RingFixture.loopbackWith(PORT, 4, 2);
        RingFixture from = RingFixture.nodes(3).keyspace("shop", 3);
        String[] sidecars = into.members().stream()
                .map(node -> "http://" + node.address() + ":" + PORT)
                .toArray(String[]::new);
        return PlanDrafter.draft(
                PlanRequest.builder(PlanKind.CLONE)
                        .from(FROM)
                        .tables(List.of("shop.*"))
                        .writes(Map.of("*", "QUORUM"))
                        .replication(Map.of("shop", Map.of("dc1", 2)))
                        .truncate(truncate)
                        .build(),
                into.facts(sidecars)
                        .withSource(new SourceFacts(
                                FROM,
                                "dc1",
                                from.facts(sidecars),
                                Map.of("shop", new KeyspaceStatements("shop", true, List.of(TABLE, INDEX))))));
    }

    private ApprovedPlan approved(Draft of) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(StateJson.mapper().writeValueAsBytes(of));
            }
            return ApprovedPlan.read(List.of(new DraftPart(of.digest(), 1, 1, bytes.toByteArray())), of.digest(), here);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void statementsAreThoseOfThePlan() {
        assertThat(draft.schema()).contains(TABLE, INDEX);
        assertThatNoException().isThrownBy(() -> approved.checkStatements(draft.schema()));

        refused(
                "no TABLE",
                () -> approved.checkStatements(List.of(new SchemaStatement(
                        Kind.TABLE, "shop", "t", "t", "CREATE TABLE shop.t (id text PRIMARY KEY)"))));
        refused(
                "no KEYSPACE",
                () -> approved.checkStatements(
                        List.of(new SchemaStatement(Kind.KEYSPACE, "bank", null, "bank", "CREATE KEYSPACE bank"))));
    }

    @Test
    void tablesAreThoseOfThePlan() {
        assertThatNoException().isThrownBy(() -> {
            approved.checkTables(List.of(new TableRef("shop", "t")), StepAction.FILL);
            approved.checkTables(List.of(new TableRef("shop", "t")), StepAction.TRUNCATE);
        });

        refused(
                "nothing into shop.other",
                () -> approved.checkTables(
                        List.of(new TableRef("shop", "t"), new TableRef("shop", "other")), StepAction.FILL));
        refused(
                "nothing into bank.t",
                () -> approved.checkTables(List.of(new TableRef("bank", "t")), StepAction.TRUNCATE));
        refused("[TRUNCATE]", () -> approved(draft(false))
                .checkTables(List.of(new TableRef("shop", "t")), StepAction.TRUNCATE));
    }

    @Test
    void sourcesAreThoseOfThePlanAtThisNode() {
        String cluster = draft.sources().name();
        List<SourceRef> planned = draft.destinations().get(0).sources().stream()
                .map(source -> source.node())
                .map(node -> new SourceRef("http://elsewhere:9043", node.hostId(), cluster, null))
                .toList();
        assertThat(planned).isNotEmpty();
        assertThatNoException().isThrownBy(() -> approved.checkSources(planned));

        refused(
                "nothing from stranger",
                () -> approved.checkSources(List.of(new SourceRef(FROM, "stranger", cluster, null))));
        refused("without a host id", () -> approved.checkSources(List.of(SourceRef.at(FROM))));
        refused(
                "in another cluster",
                () -> approved.checkSources(
                        List.of(new SourceRef(FROM, planned.get(0).hostId(), "other", null))));
    }

    /** From fewer, acknowledged rows could be missing. */
    @Test
    void eachRangeComesFromAllOfItsSources() {
        Map<String, Set<String>> planned = new TreeMap<>();
        draft.ranges().stream()
                .filter(range -> range.destination().equals(here))
                .forEach(range -> range.sources()
                        .forEach(source -> planned.computeIfAbsent(source, key -> new TreeSet<>())
                                .add(range.range())));
        assertThatNoException().isThrownBy(() -> check(planned));

        String first = planned.keySet().iterator().next();
        Map<String, Set<String>> fewer = new LinkedHashMap<>(planned);
        fewer.remove(first);
        refused("comes from", () -> check(fewer));
        Map<String, Set<String>> others = new LinkedHashMap<>(fewer);
        others.put("stranger", planned.get(first));
        refused("stranger", () -> check(others));
        Map<String, Set<String>> more = new LinkedHashMap<>(planned);
        more.put("stranger", Set.of(ranges().iterator().next()));
        refused("stranger", () -> check(more));
        Map<String, Set<String>> elsewhere = new LinkedHashMap<>(planned);
        Set<String> another = new TreeSet<>(planned.get(first));
        another.add("0:1");
        elsewhere.put(first, another);
        refused("no such range", () -> check(elsewhere));
        Map<String, Set<String>> whole = new LinkedHashMap<>(planned);
        whole.put(first, Set.of());
        refused("without ranges", () -> check(whole));
    }

    private Set<String> ranges() {
        return draft.ranges().stream()
                .filter(range -> range.destination().equals(here))
                .map(PlanRange::range)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void check(Map<String, Set<String>> ranges) {
        List<SourceRef> sources = ranges.entrySet().stream()
                .map(source -> new SourceRef(
                        "http://" + source.getKey() + ":9043",
                        source.getKey(),
                        draft.sources().name(),
                        List.copyOf(source.getValue())))
                .toList();
        approved.checkTransfer(
                new ClaimedTransfer(
                        draft.digest(),
                        1,
                        "key",
                        TransferTerms.request(
                                draft.request(),
                                draft.keyspaces().get(0),
                                sources,
                                List.of(new TableRef("shop", "t")),
                                2,
                                null),
                        draft.owned().get(here).get("shop"),
                        List.of(Phase.NORMAL),
                        List.of()),
                Set.of());
    }

    private static void refused(String why, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.type()).isEqualTo(ProblemType.FORBIDDEN);
            assertThat(e).hasMessageContaining(why);
        });
    }
}
