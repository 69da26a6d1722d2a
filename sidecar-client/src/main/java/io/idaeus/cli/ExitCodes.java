/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.api.ImportResult;
import io.idaeus.api.ImportResult.DirectoryResult;
import io.idaeus.api.ProblemType;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferState;
import io.idaeus.client.SidecarException;

/** What the command ends with; docs/cli.md lists them. They never change once released. */
final class ExitCodes {

    static final int OK = 0;
    /** The transfer or the import failed, or the plan refuses it. */
    static final int FAILED = 1;

    static final int USAGE = 2;
    static final int UNREACHABLE = 3;
    /** The sidecar answered with a problem. */
    static final int REFUSED = 4;
    /** Some SSTables are live, and some are not. */
    static final int PARTIAL = 5;

    static final int CANCELLED = 6;
    /** A bug in the command. */
    static final int INTERNAL = 70;

    private ExitCodes() {}

    static int of(Transfer ended) {
        if (ended.state() == TransferState.COMPLETED) {
            return ended.outcome() == Transfer.Outcome.PARTIAL ? PARTIAL : OK;
        }
        return ended.state() == TransferState.CANCELLED ? CANCELLED : FAILED;
    }

    static int of(ImportResult result) {
        if (result.directories().stream().allMatch(DirectoryResult::imported)) {
            return OK;
        }
        return result.directories().stream().anyMatch(DirectoryResult::imported) ? PARTIAL : FAILED;
    }

    static int of(SidecarException refusal) {
        return refusal.is(ProblemType.PLAN_REFUSED) ? FAILED : REFUSED;
    }
}
