/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.importing.SstableLocation.Gone;
import io.idaeus.sidecar.importing.SstableLocation.Idle;
import io.idaeus.sidecar.importing.SstableLocation.Live;
import io.idaeus.sidecar.importing.SstableLocation.Unknown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportVerdictTest {
    private static final Path ONE = Path.of("/data/shop/users-1/nb-1-big-Data.db");
    private static final Path TWO = Path.of("/data/shop/users-1/nb-2-big-Data.db");

    @Test
    void whatIsLiveIsImportedWhateverCassandraSaid() {
        ImportVerdict verdict = verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Live(TWO));

        assertThat(verdict.imported()).isTrue();
        assertThat(verdict.reason()).startsWith("live").contains("no room");
    }

    @Test
    void oneThatIsNotLiveIsEnough() {
        ImportVerdict verdict = verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Idle(TWO), new Gone());

        assertThat(verdict.imported()).isFalse();
        assertThat(verdict.reason())
                .startsWith("not live")
                .contains(TWO.toString(), "nodetool refresh shop users", "no room")
                .doesNotContain(ONE.toString(), "still runs");
    }

    @Test
    void anImportThatMayStillRunMayYetMakeItLive() {
        assertThat(verdict(ImportOutcome.Status.UNKNOWN, new Idle(ONE)).reason())
                .contains("unless an import that still runs");
    }

    @Test
    void whatIsUnknownIsNotImported() {
        ImportVerdict verdict =
                verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Unknown(TWO, "CORRUPT_COMPONENT"));

        assertThat(verdict.imported()).isFalse();
        assertThat(verdict.reason()).contains(TWO.toString(), "CORRUPT_COMPONENT");
    }

    @Test
    void aCopyCountsOnlyWhereItIsLive() {
        assertThat(copy(new Live(ONE), new Live(TWO))).isEqualTo(new ImportVerdict(true, null));
        assertThat(copy(new Live(ONE), new Gone()).imported()).isFalse();
        assertThat(copy(new Gone()).reason())
                .contains("no copy is in its data directory", "storage_compatibility_mode");
        assertThat(copy().reason()).contains("it is unknown whether it made a copy");
        assertThat(copy(new Live(ONE), new Idle(TWO)).reason()).startsWith("not live");
    }

    @Test
    void whatWasCompactedSinceWasLive() {
        assertThat(verdict(ImportOutcome.Status.ERROR, new Gone()).imported()).isTrue();
    }

    @Test
    void aDataFileIsKnownByItsBytes(@TempDir Path staged) throws Exception {
        Files.write(staged.resolve("nb-1-big-Data.db"), new byte[10]);
        Files.writeString(staged.resolve("nb-1-big-Digest.crc32"), "4294967295");
        assertThat(DataFile.in(staged)).containsExactly(new DataFile(10, Crc32.ofUnsigned(0xffff_ffffL)));

        Files.write(staged.resolve("nb-2-big-Data.db"), new byte[10]);
        assertThat(DataFile.in(staged)).as("one without a digest").isEmpty();
        assertThat(DataFile.in(staged.resolve("missing"))).isEmpty();
    }

    private static ImportVerdict copy(SstableLocation... locations) {
        return ImportVerdict.ofCopy(
                new TableName("shop", "users"),
                List.of(locations),
                new ImportOutcome(ImportOutcome.Status.DONE, Set.of(), ""));
    }

    private static ImportVerdict verdict(ImportOutcome.Status status, SstableLocation... sstables) {
        ImportOutcome outcome = new ImportOutcome(status, Set.of(), "no room");
        return ImportVerdict.of(new TableName("shop", "users"), List.of(sstables), outcome);
    }
}
