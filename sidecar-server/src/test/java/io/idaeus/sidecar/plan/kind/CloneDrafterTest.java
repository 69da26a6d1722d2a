/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.Finding;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.facts.SourceFacts;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The nodes of both clusters have the same host ids, as those of two clusters of 6.0 may. */
class CloneDrafterTest {
    private static final int PORT = 9043;
    private static final String FROM = "http://10.0.1.1:9043";

    // Besides what the other cluster has.
    private List<SchemaStatement> foreign = List.of();

    private static RingFixture here(int... nodes) {
        return RingFixture.loopbackWith(PORT, 4, nodes);
    }

    private static PlanRequest request(UnaryOperator<PlanRequest.Builder> change) {
        PlanRequest request = change.apply(
                        PlanRequest.builder(PlanKind.CLONE).from(FROM).tables(List.of("shop.*")))
                .build();
        PlanType.of(request).checkRequest();
        return request;
    }

    private Draft draft(RingFixture there, RingFixture here) {
        return draft(there, here, request -> request.writes(Map.of("*", "QUORUM")));
    }

    private Draft draft(RingFixture there, RingFixture here, UnaryOperator<PlanRequest.Builder> change) {
        String[] sidecars = here.members().stream()
                .map(node -> "http://" + node.address() + ":" + PORT)
                .toArray(String[]::new);
        ClusterFacts known = here.facts(sidecars);
        Map<String, KeyspaceStatements> statements = new HashMap<>();
        there.keyspaces().forEach(each -> statements.put(each.name(), statements(each)));
        ClusterFacts facts = known.withSource(new SourceFacts(FROM, "dc1", there.facts(sidecars), statements));
        return PlanDrafter.draft(request(change), facts);
    }

    private KeyspaceStatements statements(KeyspaceFacts keyspace) {
        List<SchemaStatement> statements = new ArrayList<>(foreign);
        keyspace.info().tables().forEach(table -> {
            statements.add(statement(keyspace, Kind.TABLE, table, table));
            statements.add(statement(keyspace, Kind.INDEX, table, table + "_idx"));
        });
        return new KeyspaceStatements(keyspace.name(), true, statements);
    }

    private static SchemaStatement statement(KeyspaceFacts keyspace, Kind kind, String table, String name) {
        return new SchemaStatement(kind, keyspace.name(), table, name, "CREATE " + kind + " " + name);
    }

    private static List<String> codes(Draft draft) {
        return draft.findings().stream().map(Finding::code).distinct().toList();
    }

    private static Finding finding(Draft draft, String code) {
        return draft.findings().stream()
                .filter(finding -> finding.code().equals(code))
                .findFirst()
                .orElseThrow();
    }

    private static PlanKeyspace keyspace(Draft draft) {
        assertThat(draft.keyspaces()).hasSize(1);
        return draft.keyspaces().get(0);
    }

    private static List<StepAction> actions(Draft draft) {
        return draft.steps().stream().map(PlannedStep::action).toList();
    }

    private static TokenRanges tokens(List<String> ranges) {
        return TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
    }

    /** Three replicas of which two have each write: any two of them have all. */
    @ParameterizedTest
    @CsvSource({"3,3,2,2", "5,3,4,3", "3,2,5,1", "1,1,3,3"})
    void eachReplicaGetsEachRangeFromAsManyAsTheWritesAskFor(int nodes, int replicas, int nodesHere, int replicasHere) {
        RingFixture there = RingFixture.nodes(nodes).keyspace("shop", replicas);
        RingFixture here = here(nodesHere).keyspace("shop", replicasHere);

        Draft draft = draft(
                there, here, request -> request.writes(Map.of("*", "QUORUM")).accept(List.of("TABLE_NOT_EMPTY")));

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        int copies = replicas - (replicas / 2 + 1) + 1;
        assertThat(keyspace(draft).copies()).isEqualTo(copies);
        assertThat(draft.ranges()).isNotEmpty().allSatisfy(range -> assertThat(range.sources())
                .hasSize(copies)
                .doesNotHaveDuplicates()
                .allSatisfy(source -> assertThat(holders(there, range)).contains(source)));
        here.members().forEach(node -> {
            String destination = "http://" + node.address() + ":" + PORT;
            TokenRanges owned = tokens(ownedBy(here, node.hostId()));
            assertThat(tokens(draft.ranges().stream()
                            .filter(range -> range.destination().equals(destination))
                            .map(PlanRange::range)
                            .toList()))
                    .isEqualTo(owned);
            assertThat(tokens(draft.owned().get(destination).get("shop"))).isEqualTo(owned);
        });
    }

    private static Set<String> holders(RingFixture ring, PlanRange range) {
        TokenRanges wanted = TokenRanges.of(TokenRange.parse(range.range()));
        Set<String> holders = new HashSet<>();
        for (RingRange each : ring.keyspaces().get(0).ranges()) {
            if (TokenRanges.of(TokenRange.parse(each.range())).containsAll(wanted)) {
                each.replicas().stream().map(Replica::hostId).forEach(holders::add);
            }
        }
        return holders;
    }

    private static List<String> ownedBy(RingFixture ring, String hostId) {
        return ring.keyspaces().get(0).ranges().stream()
                .filter(range -> range.replicas().stream()
                        .anyMatch(replica -> replica.hostId().equals(hostId)))
                .map(RingRange::range)
                .toList();
    }

    /** Two of three hold all that is merged: their SSTables need not be cut. Where nodes get parts, all three share the work. */
    @ParameterizedTest
    @CsvSource({"2,2,2", "3,3,2", "4,3,3"})
    void whatEveryNodeGetsWholeComesFromTheFewestSources(int nodesHere, int replicasHere, int sources) {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3).spanning();

        Draft draft = draft(
                there, here(nodesHere).keyspace("shop", replicasHere), request -> request.writes(Map.of("*", "QUORUM"))
                        .accept(List.of("TABLE_NOT_EMPTY")));

        assertThat(draft.destinations()).hasSize(nodesHere).allSatisfy(destination -> assertThat(destination.sources())
                .as("of %s", destination.sidecar())
                .hasSize(sources));
    }

    /** Then each replica here has what one there has, and every level finds what it found. */
    @Test
    void whereBothHaveTheSameTokensAndReplicasEachTakesACopyOfItsOwn() {
        Draft draft = draft(
                RingFixture.vnodes(4, 3).keyspace("shop", 3),
                here(3).keyspace("shop", 3),
                request -> request.writes(Map.of("*", "QUORUM")).accept(List.of("TABLE_NOT_EMPTY")));

        assertThat(keyspace(draft).copies()).isEqualTo(1);
        Map<String, Set<String>> sources = new HashMap<>();
        draft.ranges().forEach(range -> {
            assertThat(range.sources()).hasSize(1);
            assertThat(sources.computeIfAbsent(range.range(), key -> new TreeSet<>())
                            .add(range.sources().get(0)))
                    .isTrue();
        });
        assertThat(sources.values()).allSatisfy(each -> assertThat(each).hasSize(3));
    }

    @Test
    void whatTheSchemaLacksIsMadeAndIndexesAfterTheRows() {
        Draft draft = draft(RingFixture.nodes(3).keyspace("shop", 3), here(3));

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.schema())
                .extracting(SchemaStatement::kind)
                .containsExactly(Kind.KEYSPACE, Kind.TABLE, Kind.INDEX);
        assertThat(draft.schema().get(0).statement())
                .isEqualTo(
                        "CREATE KEYSPACE \"shop\" WITH replication = {'class':"
                                + " 'org.apache.cassandra.locator.NetworkTopologyStrategy', 'dc1': '3'} AND durable_writes = true");
        assertThat(actions(draft))
                .startsWith(StepAction.CHECK, StepAction.MAKE_SCHEMA, StepAction.HOLD, StepAction.FILL)
                .containsSubsequence(StepAction.FILL, StepAction.MAKE_INDEXES, StepAction.VERIFY)
                .doesNotContain(StepAction.TRUNCATE);
        assertThat(draft.source()).isNotNull();
        assertThat(draft.matchesDigest()).isTrue();
        assertThat(draft.steps().stream().filter(step -> step.action() == StepAction.FILL))
                .hasSize(3);
    }

    /** Otherwise it would be found once the plan is approved. */
    @Test
    void aNodeThatBelongsToAnotherPlanIsFound() {
        RingFixture here = here(3);
        String claimed = "http://" + here.members().get(1).address() + ":" + PORT;
        Draft draft = draft(RingFixture.nodes(3).keyspace("shop", 3), here.claimed(claimed));

        Finding finding = finding(draft, "NODE_CLAIMED");
        assertThat(finding.subject()).isEqualTo(claimed);
        assertThat(finding.detail()).contains("plan p0");
        assertThat(draft.refused()).isTrue();
    }

    /** The ring of a keyspace that is not there yet follows from the tokens: as Cassandra places it. */
    @Test
    void aKeyspaceThatIsMadeIsFilledAsIfItWereThere() {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3);

        Draft made = draft(
                there, here(4).inOneRack("dc1"), request -> request.replication(Map.of("shop", Map.of("dc1", 2))));
        Draft known = draft(
                there,
                here(4).inOneRack("dc1").keyspace("shop", 2),
                request -> request.accept(List.of("TABLE_NOT_EMPTY")));

        assertThat(made.refused()).as("%s", made.findings()).isFalse();
        made.owned().forEach((destination, owned) -> assertThat(tokens(owned.get("shop")))
                .isEqualTo(tokens(known.owned().get(destination).get("shop"))));
        assertThat(keyspace(made).replication()).containsEntry("dc1", "2");
    }

    @Test
    void replicationThatDoesNotFollowFromTheDataCentresIsAskedFor() {
        RingFixture there = RingFixture.nodes(3, 3).keyspace("shop", 3, 3);

        Draft unknown = draft(there, here(3));
        Draft tooMany = draft(RingFixture.nodes(3).keyspace("shop", 3), here(2));
        Draft given = draft(there, here(3), request -> request.replication(Map.of("shop", Map.of("dc1", 2))));
        Draft other = draft(
                there, here(3).keyspace("shop", 3), request -> request.replication(Map.of("shop", Map.of("dc1", 2))));

        assertThat(finding(unknown, "REPLICATION_UNCLEAR").detail()).contains("dc2=3", "[dc1]");
        assertThat(finding(tooMany, "REPLICATION_UNCLEAR").detail()).contains("3 replicas in dc1, which has 2 nodes");
        assertThat(codes(given)).doesNotContain("REPLICATION_UNCLEAR");
        assertThat(finding(other, "REPLICATION_UNCLEAR").subject()).isEqualTo("shop");
    }

    /** At LOCAL_QUORUM only the replicas of one data centre have what it acknowledged. */
    @Test
    void fromSeveralDataCentresOneGivesAll() {
        Draft draft = draft(RingFixture.nodes(3, 3).keyspace("shop", 3, 3), here(3), request -> request.replication(
                        Map.of("shop", Map.of("dc1", 3)))
                .sourceDatacenter("dc2"));

        assertThat(keyspace(draft).writes()).isEqualTo("LOCAL_QUORUM");
        assertThat(codes(draft)).contains("CONSISTENCY_UNKNOWN");
        assertThat(keyspace(draft).copies()).isEqualTo(2);
        assertThat(draft.destinations())
                .flatExtracting(destination -> destination.sources())
                .allSatisfy(source -> assertThat(source.node().datacenter()).isEqualTo("dc2"));
    }

    /** Of any four that have acknowledged a write, one is in each data centre; one alone may be in either. */
    @ParameterizedTest
    @CsvSource({"LOCAL_QUORUM,2,false", "ALL,1,false", "QUORUM,3,false", "TWO,4,true", "ONE,4,true"})
    void whatOneDataCentreHasForSureDependsOnTheLevel(String writes, int copies, boolean tooFew) {
        Draft draft = draft(RingFixture.nodes(3, 3).keyspace("shop", 3, 3), here(2), request -> request.replication(
                        Map.of("shop", Map.of("dc1", 2)))
                .sourceDatacenter("dc1")
                .writes(Map.of("*", writes)));

        assertThat(keyspace(draft).copies()).isEqualTo(copies);
        assertThat(codes(draft).contains("TOO_FEW_SOURCES")).isEqualTo(tooFew);
        assertThat(draft.refused()).isEqualTo(tooFew);
    }

    @Test
    void aDataCentreWithoutReplicasIsNoSource() {
        RingFixture there = RingFixture.nodes(3, 3).keyspace("shop", 0, 3);
        UnaryOperator<PlanRequest.Builder> into = request -> request.replication(Map.of("shop", Map.of("dc1", 2)))
                .writes(Map.of("*", "LOCAL_QUORUM"))
                .accept(List.of("TOO_FEW_SOURCES"));

        Draft draft = draft(there, here(2), request -> into.apply(request).accept(null));
        Draft accepted = draft(there, here(2), into);

        assertThat(finding(draft, "TOO_FEW_SOURCES").detail()).contains("no replica in dc1");
        assertThat(draft.refused()).isTrue();
        assertThat(keyspace(accepted).treatment()).isEqualTo(PlanKeyspace.Treatment.LEAVE_EMPTY);
        assertThat(accepted.ranges()).isEmpty();
        assertThatThrownBy(() -> draft(there, here(2), request -> request.sourceDatacenter("dc7")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("sourceDatacenter: dc7 (expected: one of [dc1, dc2])");
    }

    /** Whatever the sidecar of the other cluster says. */
    @Test
    void statementsOfOtherKeyspacesAndTablesAreLeftOut() {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3).keyspace("bank", 3);
        foreign = List.of(
                new SchemaStatement(Kind.DROPPED_COLUMN, "bank", "t", "card", "ALTER TABLE bank.t DROP card"),
                new SchemaStatement(Kind.KEYSPACE, "shop", "t", "shop", "CREATE KEYSPACE shop"),
                new SchemaStatement(Kind.INDEX, "shop", "other", "i", "CREATE INDEX i ON shop.other (v)"));

        assertThat(draft(there, here(3)).schema()).doesNotContainAnyElementsOf(foreign);
    }

    @Test
    void onlyTheTablesOfTheRequestAreCloned() {
        RingFixture there =
                RingFixture.nodes(3).keyspace("shop", 3, List.of(), 864_000, 3).keyspace("bank", 3);

        Draft draft = draft(there, here(3), request -> request.tables(List.of("shop.t?")));

        assertThat(keyspace(draft).tables()).extracting(PlanTable::table).containsExactly("t1", "t2");
        assertThat(draft.schema()).extracting(SchemaStatement::name).doesNotContain("t", "bank");
        assertThat(draft.destinations())
                .allSatisfy(each -> assertThat(each.bytes()).isZero());
        assertThat(draft.due())
                .extracting(PlanDue::command)
                .contains("idaeus compare --with " + FROM + " --table 'shop.t?'");
        assertThatThrownBy(() -> draft(there, here(3), request -> request.tables(List.of("none.*"))))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("\"none.*\" matches no table");
    }

    @Test
    void tablesThatHaveRowsAreNotFilledUnlessThatIsAccepted() {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3);
        RingFixture counters = RingFixture.nodes(3).keyspace("shop", List.of("COUNTER"), 864_000, 3);

        Draft full = draft(there, here(3).keyspace("shop", 3));
        Draft empty =
                draft(there, here(2).keyspace("shop", 2).unflushed("127.9.1.1").unflushed("127.9.1.2"));
        Draft truncated = draft(there, here(3).keyspace("shop", 3), request -> request.truncate(true));
        Draft counter = draft(
                counters,
                here(3).keyspace("shop", List.of("COUNTER"), 864_000, 3),
                request -> request.accept(List.of("TABLE_NOT_EMPTY")));

        assertThat(full.refused()).isTrue();
        assertThat(finding(full, "TABLE_NOT_EMPTY").detail()).contains("127.9.1.1");
        assertThat(codes(empty)).doesNotContain("TABLE_NOT_EMPTY");
        assertThat(codes(truncated)).doesNotContain("TABLE_NOT_EMPTY");
        assertThat(actions(truncated))
                .containsSubsequence(StepAction.CHECK, StepAction.TRUNCATE, StepAction.HOLD, StepAction.FILL);
        assertThat(counter.refused()).isTrue();
        assertThat(codes(counter)).contains("COUNTERS_NOT_EMPTY");
    }

    @Test
    void sidecarsThatMayNotChangeTheSchemaAreNamed() {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3);

        Draft lacking = draft(there, here(3).notChangingSchema());
        Draft known = draft(
                there,
                here(3).notChangingSchema().keyspace("shop", 3),
                request -> request.accept(List.of("TABLE_NOT_EMPTY")));

        assertThat(finding(lacking, "SCHEMA_NOT_ALLOWED").remedy()).contains("cassandra.clones.accept: true");
        assertThat(codes(known)).doesNotContain("SCHEMA_NOT_ALLOWED");
    }

    /** At either side. */
    @Test
    void clustersAreComparedInTheEndWhereAllSidecarsReadRows() {
        UnaryOperator<PlanRequest.Builder> comparing = request -> request.compare(true);
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3);

        Draft draft = draft(there, here(3), comparing);
        Draft notHere = draft(there, here(3).notReadingRows(), comparing);
        Draft notThere = draft(RingFixture.nodes(3).keyspace("shop", 3).notReadingRows(), here(3), comparing);
        Draft without = draft(there, here(3).notReadingRows());

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(actions(draft)).endsWith(StepAction.CLEANUP, StepAction.COMPARE);
        assertThat(draft.due()).extracting(PlanDue::what).doesNotContain("Compare the clusters");
        assertThat(notHere.refused()).isTrue();
        assertThat(finding(notHere, "ROWS_NOT_READ").remedy()).contains("cassandra.rows.read: true");
        assertThat(codes(notThere)).contains("ROWS_NOT_READ");
        assertThat(codes(without)).doesNotContain("ROWS_NOT_READ");
        assertThat(actions(without)).doesNotContain(StepAction.COMPARE);
        assertThat(without.due()).extracting(PlanDue::what).contains("Compare the clusters");
    }

    /** SSTables of the table that is made could not be read with it. */
    @Test
    void aTypeThatIsHereWithOtherFieldsIsNamed() {
        UserType wide = new UserType("place", List.of("street", "zip"), List.of("text", "int"));
        UserType narrow = new UserType("place", List.of("street"), List.of("text"));
        UserType wider = new UserType("place", List.of("street", "zip", "more"), List.of("text", "int", "text"));
        RingFixture there = RingFixture.nodes(3).typed("shop", "users", wide);
        UnaryOperator<PlanRequest.Builder> users = request -> request.tables(List.of("shop.users"));

        Draft differs = draft(there, here(3).typed("shop", "others", narrow), users);
        Draft extended = draft(there, here(3).typed("shop", "others", wider), users);

        assertThat(differs.refused()).isTrue();
        assertThat(finding(differs, "SCHEMA_MISMATCH").detail()).contains("place", "(street text)");
        assertThat(codes(extended)).doesNotContain("SCHEMA_MISMATCH");
        assertThat(codes(draft(there, here(3), users))).doesNotContain("SCHEMA_MISMATCH");
    }

    @Test
    void aComparisonHasSoManyTables() {
        RingFixture there = RingFixture.nodes(1)
                .keyspace("shop", Bounds.MAX_TABLES, List.of(), 864_000, 1)
                .keyspace("bank", 1);
        UnaryOperator<PlanRequest.Builder> both = request -> request.tables(List.of("shop.*", "bank.*"));

        assertThat(draft(there, here(1), both).keyspaces()).hasSize(2);
        assertThatThrownBy(() ->
                        draft(there, here(1), request -> both.apply(request).compare(true)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("compare: 1001 tables (expected: at most 1000");
    }

    @Test
    void anOlderVersionIsNoDestination() {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3);

        assertThat(codes(draft(there, here(3).version("4.1.9")))).contains("OLDER_VERSION");
        assertThat(codes(draft(there, here(3).version("6.0.1")))).doesNotContain("OLDER_VERSION");
    }

    @Test
    void aClusterIsNotClonedIntoItself() {
        RingFixture ring = RingFixture.nodes(3).keyspace("shop", 3);

        assertThatThrownBy(() -> draft(ring, RingFixture.nodes(3).keyspace("shop", 3)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("is a sidecar of this cluster");
    }

    @Test
    void whatIsMadeAndWhatIsClonedIsApproved() {
        RingFixture there = RingFixture.nodes(3).keyspace("shop", 3);
        Draft draft = draft(there, here(3));

        List<SchemaStatement> changed = new ArrayList<>(draft.schema());
        changed.set(1, new SchemaStatement(Kind.TABLE, "shop", "t", "t", "DROP TABLE shop.t"));

        assertThat(draft.withSchema(changed).matchesDigest()).isFalse();
        PlanCluster other = new PlanCluster("other", "5.0.9", "ring", "schema", null);
        assertThat(draft.withSource(other).matchesDigest()).isFalse();
        PlanKeyspace keyspace = keyspace(draft);
        PlanKeyspace more = new PlanKeyspace(
                keyspace.keyspace(),
                keyspace.replication(),
                keyspace.writes(),
                keyspace.copies(),
                keyspace.treatment(),
                keyspace.why(),
                keyspace.ranges(),
                List.of(new PlanTable("secret", 0, 0)),
                keyspace.slices());
        assertThat(draft.withKeyspaces(List.of(more)).matchesDigest()).isFalse();
    }

    @Test
    void whatARequestLacksOrHasTooMuchIsNamed() {
        assertThatThrownBy(() -> request(request -> request.from(null))).hasMessageContaining("from and tables");
        assertThatThrownBy(() -> request(request -> request.tables(List.of()))).hasMessageContaining("from and tables");
        assertThatThrownBy(() -> request(request -> request.keyspaces(List.of("shop"))))
                .hasMessageContaining("for other kinds than CLONE");
        assertThatThrownBy(() -> request(request -> request.replication(Map.of("shop", Map.of("dc1", 0)))))
                .hasMessageContaining("replication of shop");
        assertThatThrownBy(() -> PlanType.of(PlanRequest.builder(PlanKind.CLEANUP)
                                .truncate(true)
                                .build())
                        .checkRequest())
                .hasMessageContaining("are for kind CLONE");
    }
}
