/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.client.SidecarCallException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** One transfer with one fault. */
final class FaultRun {
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final FaultScene scene;
    private final Injection injection;

    FaultRun(FaultScene scene, Duration stopFor) {
        this.scene = scene;
        this.injection = new Injection(scene, stopFor);
    }

    /**
     * @param late the fault had no effect, because the transfer was past its moment
     * @param broken the broken promises, in words
     */
    record Result(
            FaultSchedule schedule,
            @Nullable Transfer transfer,
            boolean late,
            long bytesSentAgain,
            List<String> broken) {}

    Result run(FaultSchedule schedule) {
        scene.clear();
        long sentBefore = scene.pair().link().dataBytes();
        String id = scene.pair()
                .destinationClient()
                .createTransfer(scene.request(), null)
                .id();
        Transfer before = await(id, transfer -> schedule.moment().isReached(transfer));
        boolean late = before.state().isFinal();
        injection.inject(schedule, id);
        try {
            Transfer end = await(id, transfer -> transfer.state().isFinal());
            injection.repair();
            late |= injection.missed() || isUnread(schedule, end);
            EndState state =
                    new EndState(scene, schedule, end, scene.pair().link().dataBytes() - sentBefore);
            List<String> broken = state.broken();
            return new Result(schedule, end, late, state.bytesSentAgain(), broken);
        } catch (ConditionTimeoutException e) {
            injection.repair();
            return new Result(schedule, null, late, 0, List.of("the transfer did not end: " + stateOf(id)));
        }
    }

    // Damage at the source after the bytes were sent is harmless.
    private static boolean isUnread(FaultSchedule schedule, Transfer end) {
        return schedule.fault() == Fault.FLIP_BIT_AT_SOURCE && end.outcome() == Transfer.Outcome.COMPLETE;
    }

    // Sidecars are down now and then.
    private Transfer await(String id, java.util.function.Predicate<Transfer> enough) {
        return Awaitility.await("transfer " + id)
                .ignoreExceptionsInstanceOf(SidecarCallException.class)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(LONGEST)
                .until(
                        () -> scene.pair().destinationClient().transfer(id),
                        transfer -> enough.test(transfer) || transfer.state().isFinal());
    }

    private String stateOf(String id) {
        try {
            return scene.pair().destinationClient().transfer(id).toString();
        } catch (SidecarCallException e) {
            return e.toString();
        }
    }
}
