/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.testing.SidecarContainer;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A destination as its operator uses it, with tables of the keyspace {@code shop}. */
record Puller(SidecarContainer destination) {
    private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(3);

    /** For whole tables. */
    static TransferRequest request(List<SidecarContainer> sources, String... tables) {
        return request(sources, null, null, tables);
    }

    static TransferRequest request(
            List<SidecarContainer> sources,
            @Nullable PartialOverlapPolicy partial,
            @Nullable Long maxRate,
            String... tables) {
        return request(sources.stream().map(source -> source.peerUri().toString()), partial, maxRate, tables);
    }

    /** From one sidecar, by its address. */
    static TransferRequest request(String source, String... tables) {
        return request(Stream.of(source), null, null, tables);
    }

    private static TransferRequest request(
            Stream<String> sources, @Nullable PartialOverlapPolicy partial, @Nullable Long maxRate, String... tables) {
        return TransferRequest.builder(
                        sources.map(SourceRef::at).toList(),
                        Stream.of(tables)
                                .map(table -> new TableRef("shop", table))
                                .toList())
                .onPartialOverlap(partial)
                .maxRate(maxRate)
                .build();
    }

    String begin(TransferRequest request) {
        return destination.client().createTransfer(request, null).id();
    }

    Transfer run(TransferRequest request) {
        return await(begin(request));
    }

    Transfer await(String id) {
        return await(id, LONGEST_TRANSFER, transfer -> false);
    }

    /** Waits until the predicate holds or the transfer has ended. */
    Transfer await(String id, Duration bound, Predicate<Transfer> enough) {
        return Awaitility.await("progress of " + id)
                .atMost(bound)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> destination.client().transfer(id),
                        transfer -> enough.test(transfer) || transfer.state().isFinal());
    }
}
