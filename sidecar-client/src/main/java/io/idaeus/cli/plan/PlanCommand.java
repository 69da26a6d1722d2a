/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.claim.Claim;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanList;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRangePage;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Patience;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "plan",
        description =
                "Replace a dead node, add nodes, fill a data centre, clean nodes up, or clone tables into another cluster, by a plan. Nothing moves before the plan is approved. The sidecar at --url coordinates the plan; for clone, that at --to.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PlanMakeCommand.Replace.class,
            PlanMakeCommand.Expand.class,
            PlanMakeCommand.Rebuild.class,
            PlanMakeCommand.Cleanup.class,
            PlanCloneCommand.class,
            PlanCommand.Ls.class,
            PlanCommand.Show.class,
            PlanApproveCommand.class,
            PlanAcceptCommand.class,
            PlanCommand.Watch.class,
            PlanCommand.Halt.class,
            PlanCommand.Resume.class,
            PlanCommand.Cancel.class,
            PlanCommand.Delete.class,
            PlanCommand.Adopt.class
        })
public final class PlanCommand implements Runnable {

    private static final int PAGE = 10_000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing command (expected: replace, expand, rebuild, cleanup, clone, list, show, approve, accept, watch, pause, resume, cancel, delete or adopt)");
    }

    /** A command about one plan. */
    abstract static class OfOne extends RemoteCommand {

        @Parameters(index = "0", paramLabel = "ID", description = "Id of the plan.")
        private String id = "";

        final String id() {
            if (!id.matches("[0-9a-zA-Z-]+")) {
                throw wrong("'%s' is not the id of a plan (see: plan list)".formatted(id));
            }
            return id;
        }

        /** Prints the state, and what is left to do. */
        final int answer(Plan plan) {
            print(plan, () -> {
                out().printf("%s %s%n", plan.state(), plan.id());
                if (plan.state().isFinal()) {
                    new PlanText(global(), out()).due(plan);
                }
            });
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "list",
            description =
                    "List the plans that the sidecar at --url coordinates, newest first, and the plan that has claimed the node.")
    static final class Ls extends RemoteCommand {

        @Override
        protected int run(SidecarClient client) {
            PlanList list = client.plans().list();
            print(list, () -> {
                PlanText.list(list, out());
                elsewhere(client, list);
            });
            return ExitCodes.OK;
        }

        private void elsewhere(SidecarClient client, PlanList list) {
            List<String> own = list.plans().stream().map(Plan::id).toList();
            for (Claim claim : claims(client)) {
                if (!own.contains(claim.plan())) {
                    out().printf(
                                    "%nThe node belongs to plan %s, coordinated by %s: idaeus --url %2$s plan show %1$s%n",
                                    Units.plain(claim.plan()), Units.plain(claim.coordinator()));
                }
            }
        }

        private static List<Claim> claims(SidecarClient client) {
            try {
                return client.host().claims();
            } catch (SidecarCallException notToday) {
                return List.of();
            }
        }
    }

    @Command(
            name = "show",
            description =
                    "Show a plan: what runs or waits now, findings, sources and bytes, how Cassandra is started, what clients see, and every step.")
    static final class Show extends OfOne {

        @Option(names = "--ranges", description = "Print its token ranges with their sources instead.")
        private boolean ranges;

        @Override
        protected int run(SidecarClient client) {
            Plan plan = client.plans().get(id());
            if (ranges) {
                List<PlanRange> all = everyRange(client);
                print(new PlanRangePage(all, all.size(), null), () -> PlanText.ranges(plan, all, out()));
            } else {
                print(plan, () -> new PlanText(global(), out()).show(plan));
            }
            return ExitCodes.OK;
        }

        private List<PlanRange> everyRange(SidecarClient client) {
            List<PlanRange> all = new ArrayList<>();
            @Nullable String after = null;
            do {
                PlanRangePage page = client.plans().ranges(id(), PAGE, after);
                all.addAll(page.ranges());
                after = page.next();
            } while (after != null);
            return all;
        }
    }

    @Command(
            name = "watch",
            description = {
                "Follow a plan until it ends. The exit code tells its result: 0 completed, 1 failed, 6 cancelled, 7 adopted by another sidecar. Ctrl-C does not stop the plan.",
                "With --json, print one event on each line."
            })
    static final class Watch extends OfOne {

        @Mixin
        private Patience patience = new Patience();

        @Override
        protected int run(SidecarClient client) {
            return PlanWatch.toTheEnd(this, client, id(), patience.duration());
        }
    }

    @Command(
            name = "pause",
            description =
                    "Pause a plan until it is resumed. Its transfers pause. A step that Cassandra is carrying out completes first.")
    static final class Halt extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            return answer(client.plans().pause(id()));
        }
    }

    @Command(name = "resume", description = "Resume a paused plan where it stopped.")
    static final class Resume extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            return answer(client.plans().resume(id()));
        }
    }

    @Command(
            name = "cancel",
            description =
                    "Cancel a plan before its step JOIN. Prints what is left to undo by hand. After JOIN, a plan cannot be cancelled.")
    static final class Cancel extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            return answer(client.plans().cancel(id()));
        }
    }

    @Command(name = "delete", description = "Take a plan off the record that has ended, or that nobody approved.")
    static final class Delete extends OfOne {

        @Override
        protected int run(SidecarClient client) {
            client.plans().delete(id());
            if (!global().structured()) {
                out().println("Deleted plan " + id());
            }
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "adopt",
            description =
                    "Let the sidecar at --url coordinate a plan from now on, instead of the one that did. That one stops.")
    static final class Adopt extends OfOne {

        @Option(
                names = "--from",
                paramLabel = "URL",
                required = true,
                description =
                        "Address of the sidecar of a destination of the plan, which keeps a copy of the plan (required).")
        private String from = "";

        // They obey the sidecar alone that an operator let coordinate the plan.
        private void approveAtDestinations(SidecarClient client) {
            Claim claim = client.at(URI.create(from)).claims().get(id());
            List<String> destinations = claim.destinations();
            if (destinations == null) {
                throw wrong("The sidecar at " + from + " does not know the destinations of plan " + id()
                        + " (expected: one that keeps the approved plan); name another destination in --from");
            }
            for (String address : destinations) {
                client.at(URI.create(address)).claims().approve(id(), claim.digest(), address);
            }
        }

        @Override
        protected int run(SidecarClient client) {
            if (global().tellsWhoCalls()) {
                approveAtDestinations(client);
            }
            Plan plan = client.plans().adopt(id(), from);
            print(plan, () -> out().printf(
                            "%s %s%n  coordinated by %s, fence %d%n  follow it:  %s plan watch %s%n",
                            plan.state(),
                            plan.id(),
                            Units.plain(plan.coordinator()),
                            plan.fence(),
                            global().again(),
                            plan.id()));
            return ExitCodes.OK;
        }
    }
}
