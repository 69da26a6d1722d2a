/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.api.imports.ImportResult.DirectoryResult;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarException;

/** Exit codes; docs/cli.md lists them. They do not change after a release. */
public final class ExitCodes {

    public static final int OK = 0;
    public static final int FAILED = 1;

    public static final int USAGE = 2;
    public static final int UNREACHABLE = 3;
    public static final int REFUSED = 4;
    public static final int PARTIAL = 5;

    static final int CANCELLED = 6;
    static final int SUPERSEDED = 7;
    static final int DIFFERENT = 8;
    static final int INTERNAL = 70;

    private ExitCodes() {}

    public static int of(Transfer ended) {
        if (ended.state() == TransferState.COMPLETED) {
            return ended.outcome() == Transfer.Outcome.PARTIAL ? PARTIAL : OK;
        }
        return ended.state() == TransferState.CANCELLED ? CANCELLED : FAILED;
    }

    /** For a watched plan. */
    public static int of(PlanState ended) {
        return switch (ended) {
            case COMPLETED -> OK;
            case CANCELLED -> CANCELLED;
            case SUPERSEDED -> SUPERSEDED;
            default -> FAILED;
        };
    }

    public static int of(Comparison ended) {
        if (ended.result() == null) {
            return ended.state() == ComparisonState.CANCELLED ? CANCELLED : FAILED;
        }
        return switch (ended.result()) {
            case SAME -> OK;
            case DIFFERENT -> DIFFERENT;
            case INCOMPLETE -> PARTIAL;
        };
    }

    public static int of(ImportResult result) {
        if (result.directories().stream().allMatch(DirectoryResult::imported)) {
            return OK;
        }
        return result.directories().stream().anyMatch(DirectoryResult::imported) ? PARTIAL : FAILED;
    }

    public static int of(SidecarException refusal) {
        return refusal.is(ProblemType.PLAN_REFUSED) ? FAILED : REFUSED;
    }
}
