/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Patience;
import io.idaeus.client.PlanApprovals;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "approve",
        description = {
            "Approve a plan, which starts it. Prints the digest that it approves.",
            "Without --digest, on a terminal, it prints the plan's summary and asks. Without a terminal it needs --digest or --yes."
        })
final class PlanApproveCommand extends PlanCommand.OfOne {

    @Option(
            names = "--digest",
            paramLabel = "DIGEST",
            description =
                    "Approve the plan with this digest, as plan show prints it. Refused where the plan, the ring or the schema has changed since.")
    private @Nullable String digest;

    @Option(names = "--yes", description = "Approve the plan as it is now, without asking.")
    private boolean yes;

    @Option(
            names = "--watch",
            description = "Follow the plan until it ends; the exit code tells its result, as that of plan watch.")
    private boolean watch;

    @Mixin
    private Patience patience = new Patience();

    @Override
    protected int run(SidecarClient client) {
        Optional<String> chosen = digest != null ? Optional.of(digest) : chosen(client);
        return chosen.isEmpty() ? ExitCodes.FAILED : approve(client, chosen.get());
    }

    private int approve(SidecarClient client, String chosen) {
        Plan plan = global().tellsWhoCalls()
                ? PlanApprovals.approve(client, id(), chosen)
                : client.plans().approve(id(), chosen);
        if (watch) {
            global().shell().err().printf("%s %s%n  approved digest  %s%n", plan.state(), plan.id(), chosen);
            return PlanWatch.toTheEnd(this, client, plan.id(), patience.duration());
        }
        print(plan, () -> out().printf(
                        "%s %s%n  approved digest  %s%n  follow it        %s plan watch %2$s%n",
                        plan.state(), plan.id(), chosen, global().again()));
        return ExitCodes.OK;
    }

    /** The digest of the plan that the operator agrees to; empty where he does not, or where findings refuse it. */
    private Optional<String> chosen(SidecarClient client) {
        boolean mayAsk = global().shell().interactive() && !global().structured();
        if (!yes && !mayAsk) {
            throw wrong(
                    "Nothing says which plan to approve (expected: --digest with the digest that plan show prints, or"
                            + " --yes to approve the plan as it is now)");
        }
        Plan plan = client.plans().get(id());
        if (plan.state() != PlanState.DRAFT) {
            return Optional.of(plan.digest());
        }
        PrintStream err = global().shell().err();
        if (plan.refused()) {
            new PlanText(global(), err).summary(plan);
            return Optional.empty();
        }
        if (yes) {
            return Optional.of(plan.digest());
        }
        new PlanText(global(), err).summary(plan);
        if (global().shell()
                .ask("Approve this plan? Type yes: ")
                .map(String::strip)
                .filter("yes"::equals)
                .isEmpty()) {
            err.println("Not approved. Nothing moves.");
            return Optional.empty();
        }
        return Optional.of(plan.digest());
    }
}
