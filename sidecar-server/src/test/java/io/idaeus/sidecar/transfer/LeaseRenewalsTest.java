/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseRenewalsTest {
    private final List<Runnable> tasks = new ArrayList<>();
    private final List<String> renewed = new ArrayList<>();

    @TempDir
    Path directory;

    @Test
    void aSlowSourceDelaysNoOtherLease() {
        LeaseRenewals renewals = new LeaseRenewals((transfer, source) -> renewed.add(source.uri()), tasks::add);
        TransferRun run = run("http://slow", "http://quick");

        renewals.renew(List.of(run));
        Runnable slow = tasks.remove(0);
        tasks.remove(0).run();
        renewals.renew(List.of(run));
        assertThat(tasks).as("the slow one is still in flight").hasSize(1);
        tasks.remove(0).run();
        assertThat(renewed).containsExactly("http://quick", "http://quick");

        slow.run();
        renewals.renew(List.of(run));
        assertThat(tasks).hasSize(2);
    }

    @Test
    void anEndedTransferRenewsNothing() throws Exception {
        LeaseRenewals renewals = new LeaseRenewals((transfer, source) -> renewed.add(source.uri()), tasks::add);
        TransferRun run = run("http://a");

        renewals.renew(List.of(run));
        run.enter(TransferState.COMPLETED);
        tasks.forEach(Runnable::run);

        assertThat(renewed).isEmpty();
    }

    @Test
    void aRenewalThatFailsIsTriedAgainTheNextTime() {
        int[] tries = {0};
        LeaseRenewals renewals = new LeaseRenewals(
                (transfer, source) -> {
                    tries[0]++;
                    throw new IllegalStateException("broken");
                },
                Runnable::run);
        TransferRun run = run("http://a");

        renewals.renew(List.of(run));
        renewals.renew(List.of(run));

        assertThat(tries[0]).isEqualTo(2);
    }

    private TransferRun run(String... uris) {
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at(uris[0])), List.of(new TableRef("shop", "users")))
                .build();
        Clock clock = Clock.systemUTC();
        TransferRun run = new TransferRun(
                new StoredTransfer(
                        TransferJournal.open(directory),
                        TransferRecord.accepted("t1", null, "digest", request, null, clock.instant()),
                        clock),
                clock);
        run.stored()
                .change(edit -> edit.sources(List.of(uris).stream()
                        .map(uri -> new PinnedSource(uri, "host", "cluster", "tag", List.of(), true, null))
                        .toList()));
        return run;
    }
}
