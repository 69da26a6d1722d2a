/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanEvent;

/** Shows a plan while it runs. */
sealed interface PlanView permits PlanScreen, PlanLines, PlanEvents {

    /** Shows the whole plan: at the beginning, and after each connection. */
    void show(Plan plan);

    void show(PlanEvent event);

    /** Prints a message besides the progress. */
    void say(String text);
}
