/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.node.DataDirectory;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "node",
        description =
                "Show the node: versions, place in the ring, data directories with their free space, and its sidecar.")
public final class NodeCommand extends RemoteCommand {

    @Override
    protected int run(SidecarClient client) {
        NodeInfo node = client.node();
        print(node, () -> show(node));
        return ExitCodes.OK;
    }

    private void show(NodeInfo node) {
        Table.of("NODE", node.hostId())
                .row("cluster", node.cluster())
                .row("Cassandra", node.cassandraVersion() + ", " + node.mode())
                .row("place", node.datacenter() + ", " + node.rack())
                .row("partitioner", simpleName(node.partitioner()))
                .row("tokens", node.tokens().size())
                .row("data plane", dataPlane(node))
                .row("sidecar", "%s, API %s".formatted(node.sidecarVersion(), String.join(", ", node.apiVersions())))
                .row("capabilities", String.join(", ", node.capabilities()))
                .print(out());
        if (node.insecure()) {
            out().println("INSECURE: a plane listens beyond loopback without TLS. Configure tls.… in the sidecar.");
        }
        out().println();
        Table directories = Table.of("DATA DIRECTORY", ">FREE", ">OF", "STAGING");
        node.dataDirectories().forEach(directory -> row(directories, directory));
        directories.print(out());
    }

    private static void row(Table table, DataDirectory directory) {
        table.row(
                directory.path(),
                Units.bytes(directory.freeBytes()),
                Units.bytes(directory.totalBytes()),
                Optional.ofNullable(directory.stagingRoot()).orElse("-"));
    }

    private static String dataPlane(NodeInfo node) {
        return "%s:%d, %s"
                .formatted(
                        node.dataPlane().host(),
                        node.dataPlane().port(),
                        node.dataPlane().tls() ? "TLS" : "no TLS");
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
