/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.NamedPipe;
import io.idaeus.sidecar.importing.DirectoryOutcome.State;
import io.idaeus.sidecar.importing.SstableLocation.Gone;
import io.idaeus.sidecar.importing.SstableLocation.Idle;
import io.idaeus.sidecar.importing.SstableLocation.Live;
import io.idaeus.sidecar.importing.SstableLocation.Unknown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ImportVerdictTest {
    private static final Path ONE = Path.of("/data/shop/users-1/nb-1-big-Data.db");
    private static final Path TWO = Path.of("/data/shop/users-1/nb-2-big-Data.db");

    @Test
    void whatIsLiveIsImportedWhateverCassandraSaid() {
        ImportVerdict verdict = verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Live(TWO));

        assertThat(verdict.state()).isEqualTo(State.IMPORTED);
        assertThat(verdict.reason()).startsWith("live").contains("no room");
    }

    @Test
    void oneThatIsNotLiveIsEnough() {
        ImportVerdict verdict = verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Idle(TWO), new Gone());

        assertThat(verdict.state()).isEqualTo(State.NOT_IMPORTED);
        assertThat(verdict.reason())
                .startsWith("not live")
                .contains(TWO.toString(), "nodetool refresh shop users", "no room")
                .doesNotContain(ONE.toString());
    }

    @Test
    void whatAnImportThatMayStillRunHasNotMadeLiveIsUndecided() {
        for (SstableLocation location : List.of(new Idle(ONE), new Gone(), new Unknown(ONE, "CORRUPT"))) {
            ImportVerdict verdict = verdict(ImportOutcome.Status.UNKNOWN, location);
            assertThat(verdict.state()).isEqualTo(State.UNDECIDED);
            assertThat(verdict.reason()).contains("may still be importing", "409");
        }
        assertThat(verdict(ImportOutcome.Status.UNKNOWN, new Live(ONE)).state()).isEqualTo(State.IMPORTED);
    }

    @Test
    void onceItHasEndedItIsDecided() {
        assertThat(verdict(ImportOutcome.Status.UNSEEN, new Idle(ONE)).state()).isEqualTo(State.NOT_IMPORTED);
        assertThat(verdict(ImportOutcome.Status.UNSEEN, new Gone()).state()).isEqualTo(State.LOST);
    }

    @Test
    void whatIsUnknownIsNotImported() {
        ImportVerdict verdict =
                verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Unknown(TWO, "CORRUPT_COMPONENT"));

        assertThat(verdict.state()).isEqualTo(State.NOT_IMPORTED);
        assertThat(verdict.reason()).contains(TWO.toString(), "CORRUPT_COMPONENT");
    }

    @Test
    void aCopyCountsOnlyWhereItIsLive() {
        assertThat(copy(new Live(ONE), new Live(TWO))).isEqualTo(new ImportVerdict(State.IMPORTED, null));
        assertThat(copy(new Live(ONE), new Gone()).state()).isEqualTo(State.NOT_IMPORTED);
        assertThat(copy(new Gone()).reason())
                .contains("no copy is in its data directory", "storage_compatibility_mode");
        assertThat(copy().reason()).contains("it is unknown whether it made a copy");
        assertThat(copy(new Live(ONE), new Idle(TWO)).reason()).startsWith("not live");
    }

    @Test
    void whatIsGoneIsNotImportedSinceNothingProvesThatItWasLive() {
        ImportVerdict gone = verdict(ImportOutcome.Status.ERROR, new Gone());

        assertThat(gone.state()).isEqualTo(State.LOST);
        assertThat(gone.reason()).contains("no data directory", "import it again", "no room");
        assertThat(verdict(ImportOutcome.Status.ERROR, new Live(ONE), new Gone())
                        .state())
                .as("one of two")
                .isEqualTo(State.LOST);
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

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeNamedLikeADigestIsNone(@TempDir Path staged) throws Exception {
        Files.write(staged.resolve("nb-1-big-Data.db"), new byte[10]);
        NamedPipe.create(staged.resolve("nb-1-big-Digest.crc32"));

        assertThat(DataFile.in(staged)).isEmpty();
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
