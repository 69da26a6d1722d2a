/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.Host;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.FanOut;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.ui.UiServer;
import io.idaeus.client.SidecarClient;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "ui",
        description = {
            "Serve a page on this host that shows the cluster, its transfers and its plans, and print the address that opens it.",
            "The page calls the sidecars through this command, with your certificate or token. Only the browser that opens the address first may use it. Ctrl-C ends the page; transfers and plans go on."
        })
final class UiCommand extends RemoteCommand {

    @Option(
            names = "--sidecar",
            paramLabel = "URL",
            converter = Converters.Address.class,
            description =
                    "Show this sidecar too; repeatable. Default: the sidecars of the context; without one, those of all nodes of the cluster, at their addresses and the port of --url.")
    private List<URI> named = new ArrayList<>();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Listen on this port of 127.0.0.1 (default: any that is free).")
    private int port;

    @Override
    protected int run(SidecarClient client) {
        try (UiServer server = UiServer.start(shown(client), global().tellsWhoCalls(), port)) {
            out().println("Open in a browser on this host:");
            out().println("  " + server.address());
            out().println("From another host, forward the port first: ssh -L %1$d:127.0.0.1:%1$d"
                    .formatted(server.address().getPort()));
            out().println("Ctrl-C ends the page.");
            out().flush();
            new CountDownLatch(1).await();
            return ExitCodes.OK;
        } catch (IOException taken) {
            throw wrong("The page cannot listen on 127.0.0.1:%d: %s; choose another --port."
                    .formatted(port, taken.getMessage()));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return ExitCodes.OK;
        }
    }

    private List<UiServer.Shown> shown(SidecarClient client) {
        Map<URI, UiServer.Shown> all = new LinkedHashMap<>();
        add(all, client);
        if (!named.isEmpty()) {
            named.forEach(address -> add(all, client.at(address)));
            return List.copyOf(all.values());
        }
        if (global().fromContext()) {
            global().clients().forEach(each -> add(all, each));
            return List.copyOf(all.values());
        }
        for (SidecarClient found : answering(others(client))) {
            add(all, found);
        }
        return List.copyOf(all.values());
    }

    private static void add(Map<URI, UiServer.Shown> all, SidecarClient client) {
        all.putIfAbsent(client.base(), new UiServer.Shown(client.base().getHost(), client));
    }

    private List<SidecarClient> others(SidecarClient client) {
        String self = client.node().hostId();
        return client.cluster().nodes().stream()
                .filter(node -> !node.hostId().equals(self))
                .map(node -> client.at(beside(client.base(), node)))
                .toList();
    }

    private static URI beside(URI base, ClusterNode node) {
        try {
            return new URI(base.getScheme(), null, node.address(), base.getPort(), null, null, null);
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException("Address of a node: " + node.address(), impossible);
        }
    }

    // Nodes without a sidecar are in the cluster's view all the same.
    private List<SidecarClient> answering(List<SidecarClient> candidates) {
        List<SidecarClient> found = new ArrayList<>();
        for (FanOut.Answer<Host> answer : FanOut.ask(candidates, SidecarClient::host)) {
            if (answer.failure() == null) {
                found.add(answer.sidecar());
            } else {
                global().shell()
                        .err()
                        .println("No sidecar is shown for "
                                + answer.sidecar().base().getHost() + ": "
                                + answer.failure().getMessage()
                                + ". Name it with --sidecar if it is elsewhere.");
            }
        }
        return found;
    }
}
