/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarClient;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds a transfer that was asked for in the same words, in whatever order, and has not ended. */
final class SameTransfer {

    private final List<Object> wanted;

    SameTransfer(TransferRequest request) {
        wanted = content(request);
    }

    /** The newest; transfers of plans belong to their plans. */
    Optional<Transfer> running(SidecarClient client) {
        return client.allTransfers(null)
                .filter(transfer -> transfer.plan() == null)
                .filter(transfer -> !transfer.state().isFinal() && !isEnding(transfer))
                .filter(transfer -> content(transfer.request()).equals(wanted))
                .findFirst();
    }

    private static boolean isEnding(Transfer transfer) {
        return transfer.state() == TransferState.CANCELLING;
    }

    private static List<Object> content(TransferRequest request) {
        return List.of(
                Set.copyOf(request.sources()),
                Set.copyOf(request.tables()),
                sorted(request.ranges()),
                shown(request.snapshot()),
                Boolean.TRUE.equals(request.skipFlush()),
                shown(request.onPartialOverlap()),
                shown(request.onCorrupt()),
                sorted(request.accept()),
                shown(request.importOptions()),
                shown(request.connectionsPerSource()),
                shown(request.maxRate()),
                shown(request.compression()));
    }

    private static Collection<String> sorted(@Nullable List<String> words) {
        return new TreeSet<>(words == null ? List.of() : words);
    }

    private static String shown(@Nullable Object value) {
        return String.valueOf(value);
    }
}
