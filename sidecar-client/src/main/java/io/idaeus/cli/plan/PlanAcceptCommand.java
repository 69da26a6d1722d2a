/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.PlanApprovals;
import io.idaeus.client.SidecarClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "accept",
        description = {
            "Accept a finding that transfers of a running plan wait for. They are tried again at once.",
            "What is left to do because of it stands in the plan, under what is due."
        })
final class PlanAcceptCommand extends PlanCommand.OfOne {

    @Parameters(
            index = "1",
            paramLabel = "CODE",
            description = "Code of the finding, as plan show prints it, for instance SNAPSHOT_TOO_OLD.")
    private String code = "";

    @Override
    protected int run(SidecarClient client) {
        Plan read = client.plans().get(id());
        Plan plan = global().tellsWhoCalls()
                ? PlanApprovals.accept(client, read, code)
                : client.plans().accept(id(), read.digest(), code);
        print(plan, () -> out().printf(
                        "%s %s%n  accepted   %s%n  follow it  %s plan watch %2$s%n",
                        plan.state(), plan.id(), code, global().again()));
        return ExitCodes.OK;
    }
}
