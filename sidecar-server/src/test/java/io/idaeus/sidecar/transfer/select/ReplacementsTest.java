/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of two sources has a corrupt SSTable. Both own all tokens, and each is asked for a half. */
class ReplacementsTest {
    private static final TableRef USERS = new TableRef("shop", "users");

    @TempDir
    Path directory;

    private TransferJournal journal;

    @BeforeEach
    void open() {
        journal = TransferJournal.open(directory);
    }

    @Test
    void theOtherSourceIsAskedForTheTokensOfACorruptSstable() {
        assertThat(Replacements.wanted(transfer(null))).isEqualTo(Map.of(1, TokenRanges.of(TokenRange.parse("4:10"))));
    }

    /** One other source is fewer than the plan merges the range from. */
    @Test
    void inAPlanNoSourceIsAskedForMoreThanThePlanSays() {
        assertThat(Replacements.wanted(
                        transfer(new ClaimTerms("p1", List.of("0:20"), List.of(Phase.NORMAL), List.of()))))
                .isEmpty();
    }

    @Test
    void theRecordSaysWhichTokensAreCorruptAtWhichSource() {
        StoredTransfer transfer = transfer(null);
        transfer.change(
                edit -> edit.outcome(Transfer.Outcome.PARTIAL).state(TransferState.COMPLETED, null, Instant.EPOCH));

        TransferRecord read = journal.read("t").orElseThrow();

        assertThat(read.corrupt()).isEqualTo(transfer.record().corrupt());
        assertThat(read.view().sources())
                .extracting(Transfer.SourceStatus::corrupt)
                .satisfiesExactly(
                        corrupt -> {
                            assertThat(corrupt.count()).isEqualTo(1);
                            assertThat(corrupt.ranges()).containsExactly("4:14");
                            assertThat(corrupt.first()).singleElement().satisfies(sstable -> {
                                assertThat(sstable.name()).isEqualTo("nb-1-big");
                                assertThat(sstable.reason()).isEqualTo("Data.db");
                            });
                        },
                        sound -> assertThat(sound).isNull());
    }

    private StoredTransfer transfer(@Nullable ClaimTerms terms) {
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at("http://10.0.0.1:9043"), SourceRef.at("http://10.0.0.2:9043")),
                        List.of(USERS))
                .build();
        StoredTransfer transfer = new StoredTransfer(
                journal,
                TransferRecord.accepted("t", null, "digest", request, terms, Instant.EPOCH),
                () -> Instant.EPOCH);
        transfer.change(edit -> edit.sources(List.of(source("one", "0:10"), source("two", "10:20"))));
        transfer.adoptSelection(new Selection(
                List.of(new SelectedSstable(
                        0, "one", USERS, "nb-1-big", 5, 14, 1, List.of(), directory.resolve("staged"))),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                0,
                0));
        transfer.outcomes().became(0, TransferSstable.State.SOURCE_CORRUPT, "Data.db");
        return transfer;
    }

    private static PinnedSource source(String hostId, String ranges) {
        return new PinnedSource(
                "http://10.0.0.1:9043", hostId, "c", "tag", List.of(ranges), true, Map.of("shop", List.of("0:20")));
    }
}
