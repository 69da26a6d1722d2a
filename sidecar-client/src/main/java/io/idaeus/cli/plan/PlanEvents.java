/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.cli.command.RemoteCommand;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prints each event as one line of JSON, for scripts. Every watch ends with an event of a final state. */
final class PlanEvents implements PlanView {

    private final RemoteCommand command;
    private boolean ended;

    PlanEvents(RemoteCommand command) {
        this.command = command;
    }

    @Override
    public void show(Plan plan) {
        if (plan.state().isFinal() && !ended) {
            @Nullable Instant finished = plan.finishedAt();
            show(new PlanEvent(
                    plan.id(), plan.state(), null, Optional.ofNullable(finished).orElse(plan.createdAt())));
        }
    }

    @Override
    public void show(PlanEvent event) {
        ended |= event.state().isFinal();
        command.printLine(event);
    }

    @Override
    public void say(String text) {
        command.global().shell().err().println(text);
    }
}
