/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.client.SidecarClient;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "keyspaces", description = "List the keyspaces with their replication and tables.")
public final class KeyspacesCommand extends RemoteCommand {

    @Option(names = "--all", description = "Include Cassandra's own keyspaces. JSON always includes them.")
    private boolean all;

    @Override
    protected int run(SidecarClient client) {
        KeyspaceList list = client.keyspaces();
        print(list, () -> show(list));
        return ExitCodes.OK;
    }

    private void show(KeyspaceList list) {
        Table table = Table.of("KEYSPACE", "REPLICATION", "TABLES");
        list.keyspaces().stream()
                .filter(keyspace -> all || !keyspace.system())
                .forEach(keyspace ->
                        table.row(keyspace.name(), replication(keyspace), String.join(", ", keyspace.tables())));
        table.print(out());
    }

    private static String replication(KeyspaceInfo keyspace) {
        Map<String, String> options = new TreeMap<>(keyspace.replication());
        String strategy = options.getOrDefault("class", "");
        options.remove("class");
        String rest = options.entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
        return (strategy.substring(strategy.lastIndexOf('.') + 1) + " " + rest).strip();
    }
}
