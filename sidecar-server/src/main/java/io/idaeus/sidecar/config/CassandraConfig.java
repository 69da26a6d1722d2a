/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The node beside this sidecar.
 *
 * @param rows whether rows are read, for comparisons
 * @param clones whether the schema is changed, and tables truncated, for plans that clone tables of other clusters
 * @param responseTimeout after which the node counts as down
 * @param lifecycle executable that stops and starts Cassandra; null where the sidecar may not
 */
public record CassandraConfig(
        Endpoint jmx,
        Endpoint cql,
        RoleConfig rows,
        RoleConfig clones,
        @Nullable Path nodetool,
        Importer importer,
        Duration responseTimeout,
        Duration operationTimeout,
        Duration snapshotTimeout,
        Duration importTimeout,
        @Nullable Path lifecycle,
        Duration lifecycleTimeout) {

    /** How SSTables are imported. */
    public enum Importer {
        NODETOOL,
        JMX
    }

    public static CassandraConfig defaults() {
        return read(new Section("cassandra", MissingNode.getInstance(), new ConfigReader(Map.of())));
    }

    static CassandraConfig read(Section section) {
        Path nodetool = section.find("nodetool", Value.PATH);
        Importer importer = section.get(
                "importer", Value.oneOf(Importer.class), nodetool == null ? Importer.JMX : Importer.NODETOOL);
        if (importer == Importer.NODETOOL && nodetool == null) {
            section.refuse("importer", "nodetool", "cassandra.nodetool beside it: the path of the nodetool script");
        }
        Endpoint jmx = Endpoint.read(section.section("jmx"), 7199);
        Endpoint cql = Endpoint.read(section.section("cql"), 9042);
        return new CassandraConfig(
                jmx,
                cql,
                RoleConfig.read(section.section("rows"), "read", "SELECT the tables to compare", cql),
                RoleConfig.read(
                        section.section("clones"),
                        "accept",
                        "CREATE and ALTER what is cloned, and MODIFY what is truncated",
                        cql),
                nodetool,
                importer,
                section.get("responseTimeout", Value.DURATION, Duration.ofMillis(1500)),
                section.get("operationTimeout", Value.DURATION, Duration.ofSeconds(30)),
                section.get("snapshotTimeout", Value.DURATION, Duration.ofMinutes(5)),
                section.get("importTimeout", Value.DURATION, Duration.ofHours(1)),
                section.find("lifecycle", Value.PATH),
                section.get("lifecycleTimeout", Value.DURATION, Duration.ofMinutes(5)));
    }
}
