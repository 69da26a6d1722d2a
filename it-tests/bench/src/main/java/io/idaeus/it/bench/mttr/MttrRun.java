/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One replacement: one line of results.jsonl. Times count from the start of D's process, with plans from the approval.
 *
 * @param gib what the dead node held
 * @param normalSeconds until every other node reads from D
 * @param joinSeconds of them since the start of the process that joined
 * @param completeSeconds until D has what the way brings without a repair as well
 * @param repairedSeconds the same, with the repair
 * @param phases until then; those of a plan go on to its end
 * @param planSeconds until the end of the plan
 * @param bytesNeeded in the ranges of D, from each of its sources
 * @param rows that were read from D alone
 * @param missing rows that one source alone may lack, and D lacks, without a repair
 * @param cpuSeconds of the whole machine, until {@code completeSeconds}
 * @param pendingCompactions on D at the end
 */
record MttrRun(
        String strategy,
        double gib,
        boolean fitted,
        ReplaceWay way,
        int round,
        int ringDelayMillis,
        String at,
        double normalSeconds,
        @Nullable Double joinSeconds,
        double completeSeconds,
        @Nullable Double repairedSeconds,
        @Nullable Double planSeconds,
        List<Phase> phases,
        long bytesMoved,
        long bytesNeeded,
        int rows,
        int missing,
        double cpuSeconds,
        int pendingCompactions,
        String machine) {

    boolean is(DataSpec set, ReplaceWay other, int number, int ringDelay) {
        return strategy.equals(set.strategy())
                && gib == set.gib()
                && way == other
                && round == number
                && ringDelayMillis == ringDelay;
    }
}
