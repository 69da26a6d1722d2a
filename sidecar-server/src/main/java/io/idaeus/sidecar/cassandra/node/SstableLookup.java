/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds live SSTables by partition. */
public final class SstableLookup {
    private final Jmx jmx;

    public SstableLookup(Jmx jmx) {
        this.jmx = jmx;
    }

    /**
     * @param key in hex
     * @return Data.db files
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED if the table is
     *     gone
     */
    public Set<Path> holding(TableName table, String key) {
        Object[] arguments = {key, true};
        String[] signature = {String.class.getName(), "boolean"};
        // No JMX operation of 4.0 to 6.0 lists all live SSTables.
        Collection<?> files = jmx.read("the SSTables of a partition of " + table, server ->
                (Collection<?>) server.invoke(Mbeans.table(table), "getSSTablesForKey", arguments, signature));
        return files.stream().map(file -> Path.of(String.valueOf(file))).collect(Collectors.toUnmodifiableSet());
    }
}
