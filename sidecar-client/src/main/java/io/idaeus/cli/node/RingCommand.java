/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "ring", description = "List the token ranges of a keyspace with their replicas.")
public final class RingCommand extends RemoteCommand {

    @Parameters(paramLabel = "KEYSPACE", description = "Keyspace whose ranges to list.")
    private String keyspace = "";

    @Option(names = "--local", description = "List only ranges that the node is a replica of.")
    private boolean local;

    @Option(names = "--full", description = "Print tokens with all digits. JSON always does.")
    private boolean full;

    @Override
    protected int run(SidecarClient client) {
        Ring all = client.ring(keyspace);
        Ring ring = new Ring(
                all.keyspace(),
                all.ranges().stream().filter(range -> !local || range.local()).toList());
        print(ring, () -> show(ring));
        return ExitCodes.OK;
    }

    private void show(Ring ring) {
        Table table = Table.of(">AFTER", ">TO", "HERE", "REPLICAS");
        ring.ranges().forEach(range -> row(table, range));
        table.print(out());
    }

    private void row(Table table, RingRange range) {
        String[] tokens = range.range().split(":", 2);
        table.row(
                token(tokens[0]),
                token(tokens[tokens.length - 1]),
                range.local() ? "*" : "",
                range.replicas().stream().map(RingCommand::replica).collect(Collectors.joining(", ")));
    }

    private String token(String token) {
        return full ? token : Units.token(token);
    }

    private static String replica(Replica replica) {
        return replica.status().equalsIgnoreCase("UP")
                ? replica.address()
                : "%s (%s)".formatted(replica.address(), replica.status());
    }
}
