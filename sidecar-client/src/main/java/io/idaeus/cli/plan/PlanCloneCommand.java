/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.TableRef;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.SidecarClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "clone",
        description = {
            "Plan a copy of tables from the cluster of --url into another cluster, which already runs, and of the schema that it lacks, and print the plan. Nothing moves before plan approve, with --url set to the sidecar at --to.",
            "A repeated command prints the plan that runs already. The exit code is 1 where findings refuse the plan."
        })
final class PlanCloneCommand extends PlanMakeCommand {

    @Mixin
    private PlanOptions shared = new PlanOptions();

    @Option(
            names = "--to",
            paramLabel = "URL",
            converter = Converters.Address.class,
            split = ",",
            description =
                    "Address of a sidecar of the cluster to clone into, which coordinates the plan (required unless --advise-tokens). Further ones where"
                            + " sidecars there do not listen at their nodes' addresses; repeatable, or several with commas.")
    private List<URI> to = List.of();

    @Option(
            names = "--from",
            paramLabel = "URL",
            converter = Converters.AddressText.class,
            description =
                    "Address at which the sidecars of the other cluster reach the sidecar at --url (default: that of --url).")
    private @Nullable String from;

    @Option(
            names = "--table",
            paramLabel = "KEYSPACE.TABLE",
            converter = Converters.Tables.class,
            split = ",",
            description = {
                "Table to clone; repeatable, or several with commas (required unless --advise-tokens).",
                "Or a pattern, quoted, for instance 'shop.*'. Patterns for keyspaces leave out Cassandra's own."
            })
    private List<TableRef> tables = List.of();

    @Option(
            names = "--dc",
            paramLabel = "NAME",
            description =
                    "Data centre to clone from, where clients write at a LOCAL_* level (default: that of the node at --url).")
    private @Nullable String datacenter;

    @Option(
            names = "--replication",
            paramLabel = "KEYSPACE='DC: NUMBER'",
            converter = Converters.Replication.class,
            description =
                    "How many replicas a keyspace that the other cluster lacks gets in each of its data centres, for instance"
                            + " shop='dc9: 2'; repeatable (default: as here, where the data centres allow it).")
    private List<Converters.KeyspaceReplication> replication = List.of();

    @Option(names = "--truncate", description = "Empty the tables of the other cluster first, where they have rows.")
    private boolean truncate;

    @Option(
            names = "--compare",
            description =
                    "At the end, compare the tables of both clusters row by row, as of the oldest snapshot. The sidecars of both need cassandra.rows.read.")
    private boolean compare;

    @Option(
            names = "--advise-tokens",
            description = {
                "Print tokens for a cluster that you have not started yet, and make no plan.",
                "With these tokens a fresh node owns all that some node of the cluster of --url owns, so its SSTables can move whole."
            })
    private boolean adviseTokens;

    @Option(
            names = "--racks",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Rack of each fresh node, with commas between them, for instance r1,r1,r2; only with --advise-tokens.")
    private List<String> racks = List.of();

    @Override
    protected int run(SidecarClient client) {
        if (adviseTokens) {
            return advise(client);
        }
        require(racks.isEmpty(), "--racks is for --advise-tokens");
        require(!to.isEmpty(), "Missing required option: '--to=URL'");
        require(!tables.isEmpty(), "Missing required option: '--table=KEYSPACE.TABLE'");
        URI coordinator = to.get(0);
        String source = from == null ? client.base().toString() : from;
        if (from == null && isLoopback(client.base()) && !isLoopback(coordinator)) {
            throw wrong(
                    "%s is an address of this machine alone (expected: --from URL, at which the sidecars at --to reach it)"
                            .formatted(source));
        }
        PlanRequest request = request().toBuilder().from(source).build();
        return make(client.at(coordinator), request, global().again(coordinator));
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw wrong(message);
        }
    }

    private int advise(SidecarClient client) {
        require(!racks.isEmpty(), "Missing required option: '--racks=NAME' (expected: the rack of each fresh node)");
        require(
                to.isEmpty() && from == null && tables.isEmpty() && replication.isEmpty() && !truncate && !compare,
                "--advise-tokens makes no plan (expected: no --to, --from, --table, --replication, --truncate or --compare beside"
                        + " it)");
        Cluster cluster = client.cluster();
        TokenAdvice advice;
        try {
            advice = TokenAdvice.of(cluster, client.tokens(), datacenter, racks);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        print(advice, () -> advice.show(out()));
        return ExitCodes.OK;
    }

    private static boolean isLoopback(URI uri) {
        String host = String.valueOf(uri.getHost());
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    @Override
    PlanRequest request() {
        PlanRequest.Builder request = shared.request(PlanKind.CLONE);
        List<String> others =
                new ArrayList<>(to.stream().skip(1).map(URI::toString).toList());
        Stream.ofNullable(request.build().sidecars()).forEach(others::addAll);
        Map<String, Map<String, Integer>> replicas = new LinkedHashMap<>();
        replication.forEach(each -> replicas.put(each.keyspace(), each.replicas()));
        return request.sidecars(PlanTerms.unlessEmpty(others))
                .sourceDatacenter(datacenter)
                .tables(tables.stream()
                        .map(table -> table.keyspace() + "." + table.table())
                        .toList())
                .replication(replicas.isEmpty() ? null : replicas)
                .truncate(truncate ? Boolean.TRUE : null)
                .compare(compare ? Boolean.TRUE : null)
                .build();
    }
}
