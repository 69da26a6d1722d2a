/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.source.PassedRanges;
import io.idaeus.sidecar.plan.way.PlannedStep;
import java.util.List;

/** Takes steps, one attempt at a time. Each attempt finds out what is done already, so that it can be repeated. */
public final class Steps {
    private Steps() {}

    /** @throws io.idaeus.sidecar.problem.ProblemException also where a sidecar does not answer */
    public static StepOutcome attempt(StepContext context) {
        return PeerCalls.translated(() -> WrongStart.of(context).orElseGet(() -> take(context)));
    }

    private static StepOutcome take(StepContext context) {
        return switch (context.step().action()) {
            case CHECK -> ClusterSteps.check(context);
            case MAKE_SCHEMA -> SchemaSteps.makeTables(context);
            case TRUNCATE -> SchemaSteps.truncate(context);
            case HOLD -> ClonedTables.hold(context);
            case MAKE_INDEXES -> SchemaSteps.makeIndexes(context);
            case START_WITHOUT_JOINING -> StartSteps.started(context, Phase.NOT_JOINED);
            case START_IN_SURVEY -> StartSteps.started(context, Phase.SURVEY);
            case ENTER_SURVEY -> JoinSteps.enterSurvey(context);
            case START_REPLACING, START_PLAINLY -> StartSteps.started(context, Phase.NORMAL);
            case START_BOOTSTRAP -> StartSteps.started(context, Phase.NORMAL);
            case FILL ->
                ClonedTables.released(context, TransferSteps.fill(context).run());
            case CATCH_UP -> {
                PassedRanges.takeBases(context);
                yield TransferSteps.catchUp(context).run();
            }
            case DELTA -> TransferSteps.delta(context).run();
            case DECLARE -> JoinSteps.declare(context);
            case AWAIT_SURVEY -> AwaitSurvey.run(context);
            case JOIN -> JoinSteps.join(context);
            case AWAIT_NORMAL -> JoinSteps.awaitNormal(context);
            case VERIFY -> ClusterSteps.verify(context);
            case CLEANUP -> ClusterSteps.cleanUp(context);
            case CLEAN_UP_MEMBER -> CleanupSteps.take(context);
            case COMPARE -> CompareSteps.take(context);
        };
    }

    /** The operator's instructions for a step; empty where none are needed. */
    public static List<String> instructions(Draft draft, PlannedStep step) {
        return StartSteps.instructions(draft, step);
    }
}
