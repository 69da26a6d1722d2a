/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferRegistryTest {
    private static final int ENDED = 20_000;
    // More than cores: one is interrupted at any place.
    private static final int THREADS = 16;
    private static final TransferRequest REQUEST = TransferRequest.builder(
                    List.of(SourceRef.at("http://127.0.0.1:1")), List.of(new TableRef("shop", "users")))
            .build();

    @TempDir
    Path directory;

    /** As when the history is pruned while somebody asks, just after a start. */
    @Test
    void oneThatSomebodyElseReadsAtThatMomentIsFound() throws Exception {
        TransferJournal journal = TransferJournal.open(directory);
        Clock clock = Clock.systemUTC();
        List<String> ids =
                IntStream.range(0, ENDED).mapToObj("t%06d"::formatted).toList();
        TransferRegistry transfers = new TransferRegistry();
        transfers.addEnded(
                ids,
                id -> Optional.of(new TransferRun(
                        new StoredTransfer(
                                journal,
                                TransferRecord.accepted(id, null, "digest", REQUEST, null, clock.instant()),
                                clock),
                        clock)));
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<CompletableFuture<List<String>>> missing = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.supplyAsync(
                        () -> {
                            await(together);
                            return ids.stream()
                                    .filter(id -> transfers.find(id).isEmpty())
                                    .toList();
                        },
                        task -> new Thread(task).start()))
                .toList();

        for (CompletableFuture<List<String>> each : missing) {
            assertThat(each.get(1, TimeUnit.MINUTES)).isEmpty();
        }
        assertThat(transfers.all()).hasSize(ENDED);
        assertThat(transfers.find("unknown")).isEmpty();
    }

    private static void await(CyclicBarrier together) {
        try {
            together.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError("the other thread does not come", e);
        }
    }
}
