/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.tiers.EachVersion;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.cassandra.schema.SchemaChanges;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.CompactionHolds;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The schema of a keyspace, made anew from its statements; and tables that are not compacted for a while. */
@Tag("core")
@EachVersion
class SchemaChangesIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static CassandraDoor door;
    private static CqlQueries changing;
    private static SchemaChanges changes;
    private static CqlClient cql;

    @TempDir
    private Path directory;

    @BeforeAll
    static void open() {
        CassandraNode node = nodes.first();
        Endpoint endpoint = new Endpoint(node.address(), CassandraNode.NATIVE_PORT, null);
        CassandraSettings settings =
                CassandraSettings.of(new Endpoint("127.0.0.1", node.jmxPort(), null), endpoint, null);
        door = new CassandraDoor(settings);
        changing = new CqlQueries(settings.changing(endpoint));
        changes = new SchemaChanges(changing);
        cql = CqlClient.forSchema(node.address());
    }

    @AfterAll
    static void close() {
        cql.close();
        changing.close();
        door.close();
    }

    private static String keyspace(String name) {
        return "CREATE KEYSPACE " + name
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND"
                + " durable_writes = false";
    }

    private static void makeByHand(String keyspace) {
        cql.execute(keyspace(keyspace));
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TYPE %s.place (street text, \"Zip;\" int)",
                "CREATE TYPE %s.depot (at frozen<place>, names set<text>)",
                "CREATE TABLE %s.\"Users\" (id int, \"c;'\" text, s text static, gone text, \"Gone too\" frozen<place>, again"
                        + " int, num int, kept frozen<depot>, tags map<text, int>, PRIMARY KEY (id, \"c;'\")) WITH CLUSTERING ORDER BY"
                        + " (\"c;'\" DESC) AND gc_grace_seconds = 77",
                "CREATE TABLE %s.hits (page text PRIMARY KEY, number counter)",
                "CREATE TABLE %s.keys (a int, b int, PRIMARY KEY ((a, b))) WITH comment = 'a;b''c \"WITH ID = \"'",
                "ALTER TABLE %s.\"Users\" DROP gone",
                "ALTER TABLE %s.\"Users\" DROP \"Gone too\"",
                "ALTER TABLE %s.\"Users\" DROP again",
                "ALTER TABLE %s.\"Users\" ADD again int",
                "ALTER TABLE %s.\"Users\" DROP s",
                "CREATE INDEX by_again ON %s.\"Users\" (again)",
                "CREATE INDEX by_tags ON %s.\"Users\" (ENTRIES(tags))",
                "CREATE MATERIALIZED VIEW %1$s.turned AS SELECT a, b FROM %1$s.keys WHERE a IS NOT NULL AND b IS NOT NULL"
                        + " PRIMARY KEY (b, a)"));
        if (CassandraVersion.selected().compareTo(CassandraVersion.V5_0) >= 0) {
            statements.add("CREATE INDEX by_num ON %s.\"Users\" (num) USING 'sai'");
        }
        statements.forEach(statement -> cql.execute(statement.formatted(keyspace)));
    }

    private static String dropped(String keyspace) {
        return cql
                .execute("SELECT table_name, column_name, dropped_time, kind, type FROM system_schema.dropped_columns"
                        + " WHERE keyspace_name = '" + keyspace + "'")
                .stream()
                .map(row -> row.getString(0) + " " + row.getString(1) + " " + row.getInstant(2) + " " + row.getString(3)
                        + " " + row.getString(4))
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    /** Also where it broke off after any statement before. */
    @Test
    void whatIsDescribedCanBeMadeAnew() {
        makeByHand("described");
        KeyspaceStatements before = door.schemas().statements("described");
        String dropped = dropped("described");
        assertThat(before.durableWrites()).isFalse();
        assertThat(before.statements())
                .noneMatch(statement -> statement.statement().contains("\nWITH ID ="));
        assertThat(before.statements().stream().map(SchemaStatement::kind))
                .contains(Kind.TYPE, Kind.TABLE, Kind.DROPPED_COLUMN, Kind.COLUMN, Kind.INDEX, Kind.VIEW);
        assertThat(dropped).contains("gone", "Gone too", "again", "static");

        List<SchemaStatement> all = new ArrayList<>();
        all.add(new SchemaStatement(Kind.KEYSPACE, "described", null, "described", keyspace("described")));
        all.addAll(before.statements());
        for (int brokenOff : List.of(0, all.size() / 3, all.size() / 2, all.size())) {
            cql.execute("DROP KEYSPACE described");
            changes.make(all.subList(0, brokenOff));
            changes.make(all);

            assertThat(door.schemas().statements("described").statements())
                    .containsExactlyInAnyOrderElementsOf(before.statements());
            assertThat(dropped("described")).isEqualTo(dropped);
        }
    }

    /** SSTables could not be read with it. */
    @Test
    void aTypeWithOtherFieldsIsNamed() {
        makeByHand("typed");
        List<SchemaStatement> statements = door.schemas().statements("typed").statements();
        cql.execute("DROP KEYSPACE typed");
        cql.execute(keyspace("typed"));
        cql.execute("CREATE TYPE typed.place (street text, \"Zip;\" text)");

        assertThatThrownBy(() -> changes.make(statements))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("the type place of typed has the fields (street text, Zip; text)")
                .hasMessageContaining("(expected: street text, Zip; int)");
        cql.execute("DROP TYPE typed.place");
        cql.execute("CREATE TYPE typed.place (street text, \"Zip;\" int, more text)");
        changes.make(statements);
        assertThat(door.schemas().statements("typed").statements()).hasSameSizeAs(statements);
    }

    @Test
    void whatCassandraRefusesIsSaid() {
        assertThatThrownBy(() -> changes.make(List.of(new SchemaStatement(
                        Kind.TABLE, "nowhere", "t", "t", "CREATE TABLE nowhere.t (id int PRIMARY KEY)"))))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("make the TABLE t of nowhere")
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> door.schemas().statements("nowhere"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("no keyspace nowhere");
    }

    @Test
    void aTableIsEmptied() {
        cql.execute(keyspace("emptied"));
        cql.execute("CREATE TABLE emptied.\"T\" (id int PRIMARY KEY)");
        cql.execute("INSERT INTO emptied.\"T\" (id) VALUES (1)");

        changes.truncate(new TableName("emptied", "T"));

        assertThat(cql.execute("SELECT id FROM emptied.\"T\"")).isEmpty();
    }

    /** Whatever becomes of the plan, or of the process. */
    @Test
    void tablesAreCompactedAgainOnceAPlanLetsGo() {
        cql.execute(keyspace("held"));
        cql.execute("CREATE TABLE held.a (id int PRIMARY KEY)");
        cql.execute(
                "CREATE TABLE held.b (id int PRIMARY KEY) WITH compaction = {'class': 'SizeTieredCompactionStrategy',"
                        + " 'enabled': false}");
        List<TableName> tables = List.of(new TableName("held", "a"), new TableName("held", "b"));
        CompactionHolds holds = holds();

        holds.hold("plan", tables);
        assertThat(door.compactions().automatic(tables)).isEmpty();
        assertThat(door.compactions().begin(tables.get(0))).isFalse();

        // Cassandra restarts, and forgets it.
        door.compactions().enable(tables.subList(0, 1));
        holds.keepAll(null);
        assertThat(door.compactions().automatic(tables)).isEmpty();
        door.compactions().enable(tables.subList(0, 1));
        holds.keep(tables.get(0));
        assertThat(door.compactions().automatic(tables)).isEmpty();

        // Nobody has heard of its coordinator for long.
        holds.keepAll("plan");
        assertThat(door.compactions().automatic(tables)).containsExactly(tables.get(0));
        holds.keepAll(null);
        assertThat(door.compactions().automatic(tables)).isEmpty();

        // The sidecar is killed; then the plan ends. The other table was never compacted automatically.
        CompactionHolds restarted = holds();
        assertThat(restarted.has("plan")).isTrue();
        restarted.release("plan");
        assertThat(door.compactions().automatic(tables)).containsExactly(tables.get(0));
        assertThat(restarted.has("plan")).isFalse();
        assertThat(holds().has("plan")).isFalse();

        restarted.hold("next", tables);
        cql.execute("DROP TABLE held.a");
        restarted.keepAll(null);
        restarted.release("next");
        assertThat(holds().has("next")).isFalse();
    }

    private CompactionHolds holds() {
        return CompactionHolds.open(directory, door.compactions(), Clock.systemUTC());
    }
}
