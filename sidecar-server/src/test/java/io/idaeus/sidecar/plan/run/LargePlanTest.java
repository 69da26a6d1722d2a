/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.ClientJson;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.WrittenTo;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.start.StartOptions;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A keyspace that one transfer cannot bring is brought by several. */
class LargePlanTest {
    // The largest request that sidecars take by default.
    private static final int LARGEST = 1 << 20;

    private PlanScene plan;

    @BeforeEach
    void start() throws IOException {
        plan = PlanScene.large().runs(Phase.NOT_JOINED, StartOptions.OUTSIDE);
    }

    @AfterEach
    void stop() {
        plan.close();
    }

    @Test
    void everyRangeOfEveryTableIsAskedForOnceFromAllItsSourcesAndDeclared() throws IOException {
        int fill = plan.steps(StepAction.FILL).get(0);
        StepOutcome outcome = plan.attempt(fill);
        assertThat(outcome).isInstanceOf(StepOutcome.Running.class);
        int rounds = 0;
        while (!(outcome instanceof StepOutcome.Done)) {
            assertThat(plan.commands()).hasSizeBetween(0, 8);
            assertThat(++rounds).isLessThan(10);
            plan.isEnded(TransferState.COMPLETED);
            outcome = plan.attempt(fill);
        }
        List<ClaimedTransfer> asked = read(ClaimedTransfer.class);
        assertThat(asked.size()).isGreaterThan(8);
        asked.forEach(LargePlanTest::assertAccepted);
        assertThat(asked).extracting(ClaimedTransfer::key).doesNotHaveDuplicates();
        assertBringsAll(asked);

        plan.bodies.clear();
        assertThat(plan.attempt(StepAction.DECLARE)).isInstanceOf(StepOutcome.Done.class);
        assertThat(read(Declaration.class)).singleElement().satisfies(declared -> {
            assertThat(declared.transfers()).hasSameSizeAs(asked).doesNotHaveDuplicates();
            assertThat(declared.ranges()).hasSameElementsAs(owned());
        });
    }

    private void assertBringsAll(List<ClaimedTransfer> asked) {
        Set<List<String>> brought = new HashSet<>();
        boolean once = true;
        for (ClaimedTransfer transfer : asked) {
            assertThat(transfer.owned())
                    .containsAll(transfer.transfer().sources().stream()
                            .flatMap(source -> source.ranges().stream())
                            .collect(Collectors.toSet()));
            for (TableRef table : transfer.transfer().tables()) {
                for (SourceRef source : transfer.transfer().sources()) {
                    for (String range : source.ranges()) {
                        // Not asserted one by one: there are half a million.
                        once &= brought.add(List.of(table.table(), range, source.hostId()));
                    }
                }
            }
        }
        assertThat(once).isTrue();
        Set<List<String>> planned = plan.plan.draft().ranges().stream()
                .flatMap(range -> range.sources().stream()
                        .flatMap(source -> tables().stream().map(table -> List.of(table, range.range(), source))))
                .collect(Collectors.toSet());
        assertThat(brought.equals(planned))
                .as("%s of %s", brought.size(), planned.size())
                .isTrue();
    }

    private List<String> tables() {
        return plan.nodes.keyspaces().get(0).info().tables();
    }

    private List<String> owned() {
        return plan.plan.draft().owned().values().iterator().next().get("shop");
    }

    // As the destination checks it.
    private static void assertAccepted(ClaimedTransfer asked) {
        TransferService.check(
                asked.transfer(), new ClaimTerms("p1", asked.owned(), asked.phases(), asked.since()), asked.key());
    }

    private <T> List<T> read(Class<T> type) throws IOException {
        for (byte[] body : plan.bodies) {
            assertThat(body.length).isLessThan(LARGEST);
        }
        return plan.bodies.stream()
                .map(unchecked(body -> ClientJson.mapper().readValue(body, type)))
                .toList();
    }

    private interface Reads<T> {
        T of(byte[] body) throws IOException;
    }

    private static <T> Function<byte[], T> unchecked(Reads<T> reads) {
        return body -> {
            try {
                return reads.of(body);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Those of a delta are of what the same part of the fill has brought. */
    @Test
    void aDeltaFollowsTheFillPartByPart() throws IOException {
        int fill = plan.steps(StepAction.FILL).get(0);
        while (!(plan.attempt(fill) instanceof StepOutcome.Done)) {
            plan.isEnded(TransferState.COMPLETED);
        }
        List<ClaimedTransfer> filled = read(ClaimedTransfer.class);
        plan.bodies.clear();
        plan.runs(Phase.SURVEY, StartOptions.replacing(PlanScene.DEAD), StartOptions.SURVEY);
        int await = plan.steps(StepAction.AWAIT_SURVEY).get(0);
        plan.plan = plan.plan.withStep(
                await, plan.plan.steps().get(await).withWrittenTo(new WrittenTo(plan.begun, plan.begun)));

        assertThat(plan.attempt(StepAction.DELTA)).isInstanceOf(StepOutcome.Running.class);

        assertThat(read(ClaimedTransfer.class)).isNotEmpty().allSatisfy(delta -> {
            assertThat(delta.since()).hasSize(1);
            ClaimedTransfer same =
                    filled.get(Integer.parseInt(delta.since().get(0).substring("begun-".length())));
            assertThat(delta.transfer().tables()).isEqualTo(same.transfer().tables());
            assertThat(delta.owned()).isEqualTo(same.owned());
        });
    }
}
