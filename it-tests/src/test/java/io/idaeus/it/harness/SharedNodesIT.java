/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.tiers.EachVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("faults")
@EachVersion
class SharedNodesIT {
    private static final NodePool pool = new NodePool();

    @AfterAll
    static void stop() {
        pool.close();
    }

    @Test
    void whatAClassCreatedIsGoneForTheNextOne() throws Exception {
        CassandraNode node = afterAClass(SharedNodesIT::leaveRowsSnapshotsAndFiles);

        assertThat(nextAfter(node)).isSameAs(node);
        assertThat(node.cql().execute("SELECT keyspace_name FROM system_schema.keyspaces"))
                .extracting(row -> row.getString(0))
                .allMatch(name -> name.startsWith("system"));
        assertThat(node.nodetool("listsnapshots").orThrow().stdout()).contains("There are no snapshots");
        Path data = node.dataDirectories().get(0);
        assertThat(data.resolve("shop")).doesNotExist();
        assertThat(node.directory().resolve("staging")).doesNotExist();
        assertThat(node.directory().resolveSibling("some-sidecar")).doesNotExist();
    }

    private static void leaveRowsSnapshotsAndFiles(CassandraNode node) {
        for (String keyspace : List.of("shop", "\"Shop\"")) {
            node.cql().createKeyspace(keyspace, 1);
            node.cql().execute("CREATE TABLE " + keyspace + ".t (id int PRIMARY KEY)");
            node.cql().execute("INSERT INTO " + keyspace + ".t (id) VALUES (1)");
        }
        node.nodetool("snapshot", "-t", "left", "shop").orThrow();
        node.cql().execute("DROP TABLE shop.t");
        node.nodetool("snapshot", "-t", "left-too", "system_auth").orThrow();
        FileTrees.create(List.of(
                node.directory().resolve("staging/ks/t-1"),
                node.directory().resolveSibling("some-sidecar").resolve("logs")));
    }

    @Test
    void aKilledNodeIsReplaced() {
        assertReplaced(CassandraNode::kill9);
    }

    @Test
    void aPausedNodeIsReplaced() {
        assertReplaced(CassandraNode::pause);
    }

    @Test
    void aNodeWithoutAutomaticCompactionIsReplaced() {
        assertReplaced(
                node -> node.nodetool("disableautocompaction", "system_auth").orThrow());
    }

    @Test
    void aNodeThatWasSetOtherwiseIsReplaced() {
        assertReplaced(node -> node.nodetool("enablebackup").orThrow());
    }

    private static void assertReplaced(Consumer<CassandraNode> theClass) {
        CassandraNode node = afterAClass(theClass);

        assertThat(node.isAlive()).isFalse();
        CassandraNode next = nextAfter(node);
        assertThat(next).isNotSameAs(node);
        assertThat(next.isAlive()).isTrue();
    }

    private static CassandraNode afterAClass(Consumer<CassandraNode> theClass) {
        List<SharedNode> lent = pool.lend(CassandraVersion.selected(), Profile.PLAIN, 1);
        theClass.accept(lent.get(0).node());
        pool.takeBack(lent, SharedNodesIT.class);
        return lent.get(0).node();
    }

    private static CassandraNode nextAfter(CassandraNode node) {
        int before = CassandraNode.starts();
        List<SharedNode> lent = pool.lend(CassandraVersion.selected(), Profile.PLAIN, 1);
        CassandraNode next = lent.get(0).node();
        assertThat(CassandraNode.starts() - before).isEqualTo(next == node ? 0 : 1);
        pool.takeBack(lent, SharedNodesIT.class);
        return next;
    }
}
