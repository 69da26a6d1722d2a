/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.plan.attempt.Obstacles;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.record.WrittenTo;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.start.StartOptions;
import io.idaeus.sidecar.store.StateJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Another build says everything in other words: what it has stored, and what its sidecars answer. Each step decides the
 * same.
 */
class RewordedStepsTest {
    /** The fields with text for people. */
    private static final Set<String> TEXTS =
            Set.of("detail", "remedy", "title", "subject", "what", "why", "reason", "note");

    private interface Made {
        PlanScene scene() throws IOException;
    }

    /** @param then what has happened before the attempt */
    private record Scene(String name, StepAction action, Made made, Consumer<PlanScene> then) {
        @Override
        public String toString() {
            return action + ": " + name;
        }

        /** With the details that the steps before have left in the record. */
        PlanScene begun() throws IOException {
            PlanScene plan = made.scene();
            then.accept(plan);
            int index = plan.steps(action).get(0);
            for (int before = 0; before < index; before++) {
                plan.plan = plan.plan.withStep(
                        before, plan.plan.steps().get(before).done(action + " is as planned: NORMAL, UP", plan.begun));
            }
            plan.plan = plan.plan.withStep(
                    index,
                    plan.plan
                            .steps()
                            .get(index)
                            .withStartedAt(plan.begun)
                            .waitingFor(
                                    StepOutcome.waiting(PlanWait.Cause.NODE_DOWN, "it is down", "start it"),
                                    plan.begun));
            return plan;
        }
    }

    private static Scene of(StepAction action, String name, Made made, Consumer<PlanScene> then) {
        return new Scene(name, action, made, then);
    }

    private static PlanScene survey() throws IOException {
        return PlanScene.replacement(PlanWay.SURVEY);
    }

    static Stream<Scene> scenes() {
        return Stream.of(
                of(StepAction.CHECK, "nothing has changed", RewordedStepsTest::survey, plan -> {}),
                of(
                        StepAction.CHECK,
                        "a sidecar is silent",
                        RewordedStepsTest::survey,
                        plan -> plan.ring.set(
                                "127.9.1.2",
                                (method, path, keyspace, body) -> AnsweringRing.problem(ProblemType.FORBIDDEN, "no"))),
                of(
                        StepAction.CHECK,
                        "what is accepted",
                        () -> PlanScene.replacement(PlanWay.SURVEY, "NO_SIDECAR"),
                        plan -> plan.ring.set(
                                "127.9.2.2",
                                (method, path, keyspace, body) -> AnsweringRing.problem(ProblemType.FORBIDDEN, "no"))),
                of(StepAction.START_WITHOUT_JOINING, "down", RewordedStepsTest::survey, plan -> {}),
                of(StepAction.START_WITHOUT_JOINING, "down, with lifecycle", RewordedStepsTest::survey, plan -> {
                    plan.lifecycle = true;
                }),
                of(StepAction.START_WITHOUT_JOINING, "as planned", RewordedStepsTest::survey, PlanScene::runsOutside),
                of(
                        StepAction.START_WITHOUT_JOINING,
                        "wrongly",
                        RewordedStepsTest::survey,
                        plan -> plan.runs(Phase.NORMAL, "-Dx=y")),
                of(StepAction.FILL, "begins", RewordedStepsTest::survey, PlanScene::runsOutside),
                of(StepAction.FILL, "joins too early", RewordedStepsTest::survey, PlanScene::runsInSurvey),
                of(StepAction.FILL, "of a member", PlanScene::rebuild, plan -> {}),
                of(StepAction.FILL, "has ended", PlanScene::rebuild, PlanScene::isFilled),
                of(StepAction.FILL, "has failed", PlanScene::rebuild, plan -> {
                    filled(plan, TransferState.FAILED);
                    plan.later(Duration.ofSeconds(1));
                }),
                of(StepAction.FILL, "is tried again", PlanScene::rebuild, plan -> {
                    filled(plan, TransferState.FAILED);
                    plan.later(Duration.ofHours(1));
                }),
                of(StepAction.FILL, "waits for its disk", PlanScene::rebuild, plan -> {
                    filled(plan, TransferState.PAUSED);
                    waits(plan, TransferWait.Cause.DISK_SPACE);
                }),
                of(StepAction.FILL, "was paused", PlanScene::rebuild, plan -> {
                    filled(plan, TransferState.PAUSED);
                    waits(plan, TransferWait.Cause.OPERATOR);
                }),
                of(StepAction.FILL, "left SSTables behind", PlanScene::rebuild, plan -> {
                    filled(plan, TransferState.COMPLETED);
                    leftBehind(plan);
                }),
                of(StepAction.FILL, "a source is down", RewordedStepsTest::survey, plan -> {
                    plan.runsOutside().nodes.down("127.9.1.2");
                }),
                of(StepAction.CATCH_UP, "begins", PlanScene::passingOn, PlanScene::runsOutside),
                of(StepAction.DECLARE, "as filled", RewordedStepsTest::survey, plan -> plan.runsOutside()
                        .isFilled()),
                of(StepAction.DECLARE, "a table has changed", RewordedStepsTest::survey, plan -> plan.runsOutside()
                        .isFilled()
                        .refusals
                        .put("declarations", AnsweringRing.problem(ProblemType.TABLE_CHANGED, "shop.t"))),
                of(StepAction.DECLARE, "refused", RewordedStepsTest::survey, plan -> plan.runsOutside()
                        .isFilled()
                        .refusals
                        .put("declarations", AnsweringRing.problem(ProblemType.ILLEGAL_STATE, "shop.t"))),
                of(StepAction.START_IN_SURVEY, "not yet", RewordedStepsTest::survey, PlanScene::runsOutside),
                of(
                        StepAction.START_IN_SURVEY,
                        "as planned",
                        RewordedStepsTest::survey,
                        plan -> startedAs(plan, Phase.SURVEY)),
                of(StepAction.ENTER_SURVEY, "is told to", PlanScene::onCall, plan -> plan.runsOnCall(Phase.NOT_JOINED)),
                of(StepAction.ENTER_SURVEY, "down", PlanScene::onCall, plan -> {}),
                of(StepAction.AWAIT_SURVEY, "begins", RewordedStepsTest::survey, PlanScene::runsInSurvey),
                of(StepAction.AWAIT_SURVEY, "ends", RewordedStepsTest::survey, plan -> {
                    plan.runsInSurvey();
                    writtenTo(plan);
                    plan.later(Duration.ofMinutes(1));
                }),
                of(StepAction.DELTA, "begins", RewordedStepsTest::survey, plan -> {
                    plan.runsInSurvey().isFilled();
                    writtenTo(plan);
                }),
                of(StepAction.DELTA, "of another process", RewordedStepsTest::survey, plan -> plan.runsInSurvey()
                        .isFilled()),
                of(StepAction.JOIN, "joins", RewordedStepsTest::survey, plan -> {
                    plan.runsInSurvey();
                    writtenTo(plan);
                }),
                of(StepAction.JOIN, "refused", RewordedStepsTest::survey, plan -> {
                    plan.runsInSurvey()
                            .refusals
                            .put("join", AnsweringRing.problem(ProblemType.CASSANDRA_REFUSED, "no"));
                    writtenTo(plan);
                }),
                of(StepAction.AWAIT_NORMAL, "not seen yet", RewordedStepsTest::survey, plan -> plan.runs(Phase.NORMAL)),
                of(
                        StepAction.START_PLAINLY,
                        "with the options still",
                        RewordedStepsTest::survey,
                        plan -> startedAs(plan, Phase.NORMAL)),
                of(StepAction.START_PLAINLY, "plainly", RewordedStepsTest::survey, plan -> plan.runs(Phase.NORMAL)),
                of(
                        StepAction.START_REPLACING,
                        "not yet",
                        () -> PlanScene.replacement(PlanWay.DIRECT),
                        plan -> plan.runsOutside()),
                of(StepAction.START_BOOTSTRAP, "down", () -> PlanScene.replacement(PlanWay.BOOTSTRAP), plan -> {}),
                of(StepAction.VERIFY, "complete", PlanScene::rebuild, PlanScene::isFilled),
                of(StepAction.VERIFY, "a table was dropped", PlanScene::rebuild, plan -> {
                    plan.isFilled();
                    dropped(plan);
                }),
                of(StepAction.CLEANUP, "done", RewordedStepsTest::survey, plan -> plan.runs(Phase.NORMAL)),
                of(StepAction.CLEANUP, "refused", RewordedStepsTest::survey, plan -> plan.runs(Phase.NORMAL)
                        .refusals
                        .put("cleanup", AnsweringRing.problem(ProblemType.ILLEGAL_STATE, "it runs"))),
                of(StepAction.CLEAN_UP_MEMBER, "done", PlanScene::cleanup, plan -> {}),
                of(StepAction.MAKE_SCHEMA, "done", PlanScene::cloning, plan -> {}),
                of(
                        StepAction.MAKE_SCHEMA,
                        "refused",
                        PlanScene::cloning,
                        plan -> plan.refusals.put(
                                "schema", AnsweringRing.problem(ProblemType.CASSANDRA_REFUSED, "no"))),
                of(StepAction.TRUNCATE, "done", PlanScene::cloning, plan -> {}),
                of(StepAction.HOLD, "done", PlanScene::cloning, plan -> {}),
                of(StepAction.MAKE_INDEXES, "done", PlanScene::cloning, plan -> {}),
                of(StepAction.COMPARE, "begins", PlanScene::comparing, plan -> {}),
                of(
                        StepAction.MAKE_INDEXES,
                        "left to do",
                        PlanScene::cloning,
                        plan -> plan.refusals.put(
                                "schema", AnsweringRing.problem(ProblemType.CASSANDRA_REFUSED, "no"))));
    }

    @Test
    void everyStepIsTaken() {
        assertThat(scenes().map(Scene::action).distinct()).containsExactlyInAnyOrder(StepAction.values());
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void aStepDecidesTheSameInOtherWords(Scene scene) throws IOException {
        List<String> decided;
        String said;
        try (PlanScene plan = scene.begun()) {
            said = String.valueOf(plan.plan.steps());
            decided = decided(plan, plan.steps(scene.action()).get(0));
        }
        try (PlanScene plan = scene.begun()) {
            plan.ring.word(RewordedStepsTest::reworded);
            plan.plan = reworded(plan.plan);
            assertThat(String.valueOf(plan.plan.steps())).isNotEqualTo(said);

            assertThat(decided(plan, plan.steps(scene.action()).get(0))).isEqualTo(decided);
        }
    }

    /** The actions and the outcome of an attempt, without words. */
    private static List<String> decided(PlanScene plan, int index) {
        List<String> decided = new ArrayList<>();
        try {
            decided.add(kind(plan.attempt(index)));
        } catch (ProblemException e) {
            decided.add(e.type() + " " + Obstacles.cause(e));
        }
        decided.addAll(plan.commands());
        StepRecord after = plan.plan.steps().get(index);
        decided.add(String.valueOf(List.of(
                after.transfers(),
                after.again(),
                String.valueOf(after.downSince()),
                String.valueOf(after.restartedAt()),
                String.valueOf(after.writtenTo()),
                String.valueOf(after.cleaned()),
                String.valueOf(after.comparison()),
                plan.comparisons.commands)));
        return decided;
    }

    private static String kind(StepOutcome outcome) {
        if (outcome instanceof StepOutcome.Waiting waiting) {
            return "waits: " + waiting.cause();
        }
        if (outcome instanceof StepOutcome.Back back) {
            return "back to " + back.to() + " for "
                    + back.keyspaces().stream().sorted().toList();
        }
        if (outcome instanceof StepOutcome.Done done) {
            return "done, due: "
                    + done.due().stream()
                            .map(PlanDue::command)
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        }
        return "runs";
    }

    private static PlanRecord reworded(PlanRecord plan) {
        try {
            return StateJson.mapper()
                    .treeToValue(reworded(StateJson.mapper().<JsonNode>valueToTree(plan)), PlanRecord.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode reworded(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> {
                JsonNode value = object.get(name);
                if (TEXTS.contains(name) && value.isTextual()) {
                    object.put(name, "other words");
                } else {
                    reworded(value);
                }
            });
        } else if (json instanceof ArrayNode array) {
            array.forEach(RewordedStepsTest::reworded);
        }
        return json;
    }

    private static void filled(PlanScene plan, TransferState state) {
        int fill = plan.steps(StepAction.FILL).get(0);
        plan.filled(fill, "shop", state);
        plan.filled(fill, "bank", state);
    }

    private static void waits(PlanScene plan, TransferWait.Cause cause) {
        TransferWait wait =
                new TransferWait(cause, TransferState.PULLING, "as it says", plan.begun, 1, "do what it says");
        plan.transfers.replaceAll((id, transfer) -> changed(transfer, wait, List.of(), transfer.outcome()));
    }

    private static void leftBehind(PlanScene plan) {
        Finding found =
                new Finding("SSTABLE_UNREADABLE", Severity.NOTE, "shop.t nb-1-big", "it cannot be read", "repair");
        plan.transfers.replaceAll((id, transfer) -> changed(transfer, null, List.of(found), Transfer.Outcome.PARTIAL));
    }

    private static Transfer changed(
            Transfer of, @Nullable TransferWait wait, List<Finding> findings, Transfer.@Nullable Outcome outcome) {
        return new Transfer(
                of.id(),
                of.plan(),
                null,
                of.state(),
                "a reason",
                of.since(),
                1,
                wait,
                outcome,
                of.createdAt(),
                null,
                of.request().toBuilder().accept(List.of("SSTABLE_UNREADABLE")).build(),
                List.of(),
                of.progress(),
                of.sstables(),
                List.of(),
                findings,
                List.of(),
                null,
                of.problem());
    }

    private static void writtenTo(PlanScene plan) {
        int await = plan.steps(StepAction.AWAIT_SURVEY).get(0);
        plan.plan = plan.plan.withStep(
                await, plan.plan.steps().get(await).withWrittenTo(new WrittenTo(plan.begun, plan.begun)));
    }

    private static void startedAs(PlanScene plan, Phase phase) {
        plan.runs(
                phase,
                StartOptions.replacing(PlanScene.DEAD),
                StartOptions.SURVEY,
                "-Dcassandra.auto_bootstrap=true",
                "-Dcassandra.reset_bootstrap_progress=false");
    }

    private static void dropped(PlanScene plan) {
        int verify = plan.steps(StepAction.VERIFY).get(0);
        String destination =
                String.valueOf(plan.plan.draft().steps().get(verify).destination());
        String address = destination.substring("http://".length(), destination.lastIndexOf(':'));
        plan.ring.set(address, (method, path, keyspace, body) -> {
            if (path.contains("/transfers/")) {
                return plan.transfers.get(path.substring(path.lastIndexOf('/') + 1));
            }
            return path.startsWith("/v1/keyspaces/")
                    ? AnsweringRing.problem(ProblemType.UNKNOWN_TABLE, "dropped")
                    : null;
        });
    }
}
