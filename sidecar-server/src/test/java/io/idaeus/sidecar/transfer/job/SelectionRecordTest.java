/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selector;
import io.idaeus.sidecar.selection.offer.ManySstables;
import io.idaeus.sidecar.selection.offer.Offer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionRecordTest {
    @TempDir
    Path directory;

    @Test
    void aPlanIsReadBackAsItWas() {
        Offer offer = ManySstables.offer();
        Selector selector = ManySstables.selector(offer);
        selector.add(offer, ManySstables.page(0, 100, 100));
        SstableOutcomes outcomes = new SstableOutcomes(selector.selection());
        TransferJournal journal = TransferJournal.open(directory);

        journal.write("t1", outcomes.record());

        assertThat(journal.selection("t1")).contains(outcomes.record());
    }

    @Test
    void aPlanThatAnEarlierVersionWroteIsUnderstood() throws IOException {
        TransferJournal journal = TransferJournal.open(directory);
        Files.writeString(directory.resolve("plans").resolve("t1.json"), """
                {"plan":{"sstables":[{"source":0,"sourceHostId":"host-a","table":{"keyspace":"shop","table":"users"},
                "name":"nb-1-big","firstToken":-5,"lastToken":5,"bytes":104,"components":[
                {"name":"Data.db","bytes":100,"crc32":"0a0b0c0d","checksumOrigin":"CASSANDRA"},
                {"name":"TOC.txt","bytes":4,"crc32":"f0000001","checksumOrigin":"SIDECAR","content":"AAAA"}],
                "directory":"file:///staging/t1/0-host-a/nb-1-big/shop/users-0123456789abcdef0123456789abcdef"}],
                "excluded":[],"findings":[],"cleanupDue":[],"bytesRequired":115,"bytesFree":1000},
                "outcomes":[{"state":"FETCHED","attempts":1}]}
                """);

        SelectedSstable sstable =
                journal.selection("t1").orElseThrow().selection().sstables().get(0);

        assertThat(sstable.directory())
                .isEqualTo(Path.of("/staging/t1/0-host-a/nb-1-big/shop/users-0123456789abcdef0123456789abcdef"));
        assertThat(sstable.components())
                .containsExactly(
                        new ManifestComponent("Data.db", 100, "0a0b0c0d", ChecksumOrigin.CASSANDRA, null),
                        new ManifestComponent("TOC.txt", 4, "f0000001", ChecksumOrigin.SIDECAR, "AAAA"));
    }
}
