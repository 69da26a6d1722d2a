/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.sstable.name.Descriptor;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class TransactionLogTest {
    private static final Path TABLE = Path.of("/data/ks/t-0123");
    private static final Descriptor OLD = new Descriptor(SstableVersion.of(SstableFormat.BIG, "nb"), "1");
    private static final Descriptor NEW = new Descriptor(SstableVersion.of(SstableFormat.BIG, "nb"), "2");

    private static final String ADD = line("ADD", "/data/ks/t-0123/nb-2-big-", 0, 8);
    private static final String REMOVE = line("REMOVE", "/data/ks/t-0123/nb-1-big-", 1_700_000_000_123L, 8);
    private static final String COMMIT = line("COMMIT", "", 1_700_000_000_124L, 0);
    private static final String ABORT = line("ABORT", "", 1_700_000_000_124L, 0);

    /** A record as Cassandra writes it. */
    static String line(String type, String path, long time, int files) {
        long checked = type.equals("REMOVE") ? time : 0;
        CRC32 crc = new CRC32();
        crc.update(path.getBytes(StandardCharsets.UTF_8));
        crc.update(type.getBytes(StandardCharsets.UTF_8));
        crc.update(ByteBuffer.allocate(12)
                .putInt((int) checked)
                .putInt((int) (checked >>> 32))
                .putInt(files)
                .flip());
        return "%s:[%s,%d,%d][%d]".formatted(type, path, checked, files, crc.getValue());
    }

    /** As the {@code LogRecord} of Cassandra 5.0.9 makes them. */
    @Test
    void readsWhatCassandraWrites() {
        assertThat(ADD).isEqualTo("ADD:[/data/ks/t-0123/nb-2-big-,0,8][1448715873]");
        assertThat(REMOVE).isEqualTo("REMOVE:[/data/ks/t-0123/nb-1-big-,1700000000123,8][2043797027]");
        assertThat(COMMIT).isEqualTo("COMMIT:[,0,0][2613697770]");
        assertThat(ABORT).isEqualTo("ABORT:[,0,0][737437348]");
    }

    @Test
    void whatIsAddedIsNotLiveBeforeTheCommit() {
        assertThat(unfinished(ADD)).containsExactly(NEW);
        assertThat(unfinished(ADD, REMOVE)).containsExactly(NEW);
        assertThat(unfinished(ADD, REMOVE, ABORT)).containsExactly(NEW);
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void whatIsRemovedIsNotLiveFromTheCommitOn() {
        assertThat(unfinished(ADD, REMOVE, COMMIT)).containsExactly(OLD);
    }

    @Test
    void aLastLineCutShortWasNotWritten() {
        for (int length = 0; length < COMMIT.length(); length++) {
            assertThat(unfinished(ADD, REMOVE, COMMIT.substring(0, length)))
                    .as("%d characters", length)
                    .containsExactly(NEW);
        }
        assertThat(unfinished(ADD, REMOVE.substring(0, 20))).containsExactly(NEW);
    }

    @Test
    void aWrongLineBeforeTheLastLeavesAllUndecided() {
        TransactionLog log = log(ADD.replace("nb-2", "nb-3"), REMOVE, COMMIT);

        assertThat(log.damaged()).isTrue();
        assertThat(log.unfinishedIn(TABLE)).isEmpty();
        assertThat(log.undecidedIn(TABLE))
                .containsExactlyInAnyOrder(OLD, new Descriptor(SstableVersion.of(SstableFormat.BIG, "nb"), "3"));
    }

    @Test
    void anIndexBelowTheTableHasIdsOfItsOwn() {
        assertThat(unfinished(line("ADD", "/data/ks/t-0123/.by_name/nb-2-big-", 0, 8)))
                .isEmpty();
        assertThat(unfinished(line("ADD", "/mounted/elsewhere/ks/t-0123/nb-2-big-", 0, 8)))
                .containsExactly(NEW);
    }

    @Test
    void hostileLinesNameNothing() {
        assertThat(unfinished(
                        "ADD:[\0/x,0,8][1]",
                        "ADD:[,,][]",
                        "add:[a",
                        "\u00ff".repeat(1000),
                        "COMMIT:[,0,0][99999999999]"))
                .isEmpty();
        assertThat(unfinished(line("ADD", "nb-2-big-", 0, 8))).isEmpty();
        assertThat(unfinished(line("ADD", "/data/ks/t-0123/", 0, 8))).isEmpty();
    }

    private static Set<Descriptor> unfinished(String... lines) {
        return log(lines).unfinishedIn(TABLE);
    }

    private static TransactionLog log(String... lines) {
        return TransactionLog.parse(String.join("\n", lines) + "\n");
    }
}
