/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.client.SidecarClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a plan and prints it. Nothing moves. */
abstract class PlanMakeCommand extends RemoteCommand {

    abstract PlanRequest request();

    @Override
    protected int run(SidecarClient client) {
        return make(client, request(), global().again());
    }

    /** @param again the words that begin another command for the same sidecar */
    final int make(SidecarClient coordinator, PlanRequest request, String again) {
        Plan plan = coordinator.plans().create(request);
        print(plan, () -> new PlanText(global(), out(), again).show(plan));
        return plan.refused() ? ExitCodes.FAILED : ExitCodes.OK;
    }

    /** One that moves SSTables. */
    abstract static class Moving extends PlanMakeCommand {

        @Mixin
        private PlanOptions shared = new PlanOptions();

        abstract PlanRequest request(PlanOptions options);

        @Override
        final PlanRequest request() {
            return request(shared);
        }
    }

    @Command(
            name = "replace",
            description = {
                "Plan how a new node takes the place of a dead one, and print the plan. Nothing moves before plan approve.",
                "A repeated command prints the plan that runs already. The exit code is 1 where findings refuse the plan."
            })
    static final class Replace extends Moving {

        @Option(
                names = "--dead",
                paramLabel = "ADDRESS",
                required = true,
                description = "Address or host id of the dead node (required).")
        private String dead = "";

        @Option(
                names = "--with",
                paramLabel = "URL",
                required = true,
                description =
                        "Address of the sidecar beside the new node, whose Cassandra has never started (required).")
        private String with = "";

        @Option(
                names = "--way",
                paramLabel = "survey|direct|bootstrap",
                description = {
                    "How the new node joins (default: survey).",
                    "survey: filled, then takes writes without being read, then joins with everything.",
                    "direct: filled, then joins; reads at ONE may miss the newest rows for a while.",
                    "bootstrap: Cassandra streams everything itself; a repair is due afterwards."
                })
        private @Nullable PlanWay way;

        @Option(
                names = "--max-amplification",
                paramLabel = "X",
                description =
                        "Where SSTables cannot be cut, let Cassandra stream a keyspace if they would move more than X times the"
                                + " bytes that are needed (default: 3).")
        private @Nullable Double maxAmplification;

        @Option(
                names = "--join-delays",
                paramLabel = "short|cassandra",
                description = {
                    "For how long Cassandra waits by its clocks where --way is survey (default: short).",
                    "short: some seconds, where the plan proves what Cassandra waits for; otherwise it says why not.",
                    "cassandra: as long as by default, some 90 seconds on Cassandra 4.0 to 5.0."
                })
        private @Nullable JoinDelays joinDelays;

        @Override
        PlanRequest request(PlanOptions options) {
            return options.request(PlanKind.REPLACE)
                    .dead(dead)
                    .destinations(List.of(with))
                    .way(way)
                    .maxAmplification(maxAmplification)
                    .joinDelays(joinDelays)
                    .build();
        }
    }

    @Command(
            name = "expand",
            description = {
                "Plan how new nodes join a running cluster, and print the plan. Nothing moves before plan approve.",
                "A repeated command prints the plan that runs already. The exit code is 1 where findings refuse the plan."
            })
    static final class Expand extends Moving {

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Option(
                names = "--new",
                paramLabel = "URL",
                required = true,
                split = ",",
                description =
                        "Address of the sidecar beside a new node, whose Cassandra has never started; repeatable, or several"
                                + " with commas (required). The nodes join in this order.")
        private List<String> destinations = List.of();

        @Option(
                names = "--dc",
                paramLabel = "NAME",
                description = "Data centre of the new nodes (default: the only one of the cluster).")
        private @Nullable String datacenter;

        @Option(
                names = "--racks",
                paramLabel = "NAME",
                split = ",",
                description =
                        "Racks of the new nodes, in the order of --new; or one for all of them (default: the only one of the data"
                                + " centre).")
        private List<String> racks = List.of();

        @Option(
                names = "--tokens-file",
                paramLabel = "FILE",
                converter = TokensFile.class,
                description =
                        "File with the tokens of new nodes. Each line has the address of a sidecar as in --new, then tokens, with"
                                + " blanks or commas between them (default: the plan chooses tokens that share the ring evenly).")
        private TokensFile.@Nullable Tokens tokens;

        @Option(
                names = "--join-delays",
                paramLabel = "short|cassandra",
                description = {
                    "For how long Cassandra waits by its clocks while a node joins (default: cassandra).",
                    "short: some seconds, where no lightweight transactions are used; otherwise it says why not.",
                    "cassandra: as long as by default, some 38 seconds on Cassandra 4.0 to 5.0."
                })
        private @Nullable JoinDelays joinDelays;

        @Override
        PlanRequest request(PlanOptions options) {
            return options.request(PlanKind.EXPAND)
                    .destinations(destinations)
                    .datacenter(datacenter)
                    .racks(racks())
                    .tokens(tokens == null ? null : tokens.byNode())
                    .joinDelays(joinDelays)
                    .build();
        }

        private @Nullable Map<String, String> racks() {
            if (racks.isEmpty()) {
                return null;
            }
            if (racks.size() != 1 && racks.size() != destinations.size()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--racks: " + racks.size() + " racks for " + destinations.size()
                                + " new nodes (expected: one for all, or one for each)");
            }
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < destinations.size(); i++) {
                named.put(destinations.get(i), racks.get(racks.size() == 1 ? 0 : i));
            }
            return named;
        }
    }

    @Command(
            name = "rebuild",
            description = {
                "Plan how the nodes of a data centre get what they own from another data centre, and print the plan. Nothing moves before plan approve.",
                "A repeated command prints the plan that runs already. The exit code is 1 where findings refuse the plan."
            })
    static final class Rebuild extends Moving {

        @Option(names = "--dc", paramLabel = "NAME", required = true, description = "Data centre to fill (required).")
        private String datacenter = "";

        @Option(
                names = "--from",
                paramLabel = "NAME",
                required = true,
                description = "Data centre to fill it from (required).")
        private String source = "";

        @Option(
                names = "--keyspace",
                paramLabel = "KEYSPACE",
                split = ",",
                description =
                        "Keyspace to fill; repeatable, or several with commas (default: all with replicas in both data centres).")
        private List<String> keyspaces = List.of();

        @Option(
                names = "--with",
                paramLabel = "URL",
                split = ",",
                description =
                        "Address of the sidecar of a node to fill; repeatable, or several with commas (default: all nodes of --dc).")
        private List<String> destinations = List.of();

        @Override
        PlanRequest request(PlanOptions options) {
            return options.request(PlanKind.REBUILD)
                    .destinations(PlanTerms.unlessEmpty(destinations))
                    .datacenter(datacenter)
                    .sourceDatacenter(source)
                    .keyspaces(PlanTerms.unlessEmpty(keyspaces))
                    .build();
        }
    }

    @Command(
            name = "cleanup",
            description = {
                "Plan how nodes remove the rows of ranges that they do not own, one node after the other, rack by rack, and print the plan. Nothing is removed before plan approve.",
                "A repeated command prints the plan that runs already. The exit code is 1 where findings refuse the plan."
            })
    static final class Cleanup extends PlanMakeCommand {

        @Mixin
        private PlanTerms shared = new PlanTerms();

        @Option(names = "--dc", paramLabel = "NAME", description = "Data centre to clean up (default: all).")
        private @Nullable String datacenter;

        @Option(
                names = "--keyspace",
                paramLabel = "KEYSPACE",
                split = ",",
                description =
                        "Keyspace to clean up; repeatable, or several with commas (default: all but Cassandra's own).")
        private List<String> keyspaces = List.of();

        @Option(
                names = "--with",
                paramLabel = "URL",
                split = ",",
                description =
                        "Address of the sidecar of a node to clean up; repeatable, or several with commas (default: all nodes of"
                                + " --dc).")
        private List<String> destinations = List.of();

        @Override
        PlanRequest request() {
            return shared.request(PlanKind.CLEANUP)
                    .destinations(PlanTerms.unlessEmpty(destinations))
                    .datacenter(datacenter)
                    .keyspaces(PlanTerms.unlessEmpty(keyspaces))
                    .build();
        }
    }
}
