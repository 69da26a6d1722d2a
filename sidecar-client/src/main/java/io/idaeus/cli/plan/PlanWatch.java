/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Follower;
import io.idaeus.cli.command.GlobalOptions;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.command.Shell;
import io.idaeus.cli.output.Units;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.time.Duration;

/** Follows a plan until it ends. */
final class PlanWatch {

    private final PlansClient plans;
    private final String id;
    private final PlanView view;
    private int step;

    private PlanWatch(PlansClient plans, String id, PlanView view) {
        this.plans = plans;
        this.id = id;
        this.view = view;
    }

    /** Returns the exit code. */
    static int toTheEnd(RemoteCommand command, SidecarClient client, String id, Duration patience) {
        PrintStream err = command.global().shell().err();
        String again = """

                The plan continues without this command.
                  follow it again:  %1$s plan watch %2$s
                  pause it:         %1$s plan pause %2$s""".formatted(command.global().again(), id);
        Plan ended = Shell.interruptible(() -> err.println(again), () -> follow(command, client, id, patience));
        if (!command.global().structured()) {
            ended(command, ended);
        }
        return ExitCodes.of(ended.state());
    }

    private static Plan follow(RemoteCommand command, SidecarClient client, String id, Duration patience) {
        PlanWatch watch = new PlanWatch(client.plans(), id, view(command));
        Follower.Subject<Plan> subject = new Follower.Subject<>(
                client.base(), watch::read, plan -> plan.state().isFinal(), watch::stream);
        return new Follower<>(subject, watch.view::say, patience).follow();
    }

    private Plan read() {
        Plan plan = plans.get(id);
        view.show(plan);
        return plan;
    }

    private void stream() {
        plans.watch(id, this::show);
    }

    // An event holds the step that runs. How the one before ended is in the plan.
    private void show(PlanEvent event) {
        int running = event.step() == null ? 0 : event.step().number();
        if (running != step && !event.state().isFinal()) {
            step = running;
            read();
        }
        view.show(event);
    }

    private static PlanView view(RemoteCommand command) {
        GlobalOptions global = command.global();
        if (global.structured()) {
            return new PlanEvents(command);
        }
        return global.shell().interactive()
                ? new PlanScreen(global)
                : new PlanLines(global.shell().err(), global.again());
    }

    private static void ended(RemoteCommand command, Plan plan) {
        PrintStream out = command.out();
        out.printf("%s %s: %s%n", plan.state(), plan.id(), PlanWords.title(plan));
        switch (plan.state()) {
            case SUPERSEDED ->
                out.printf(
                        "  adopted by %s; watch it there: idaeus --url %1$s plan watch %s%n",
                        Units.plain(plan.coordinator()), plan.id());
            default -> new PlanText(command.global(), out).end(plan);
        }
    }
}
