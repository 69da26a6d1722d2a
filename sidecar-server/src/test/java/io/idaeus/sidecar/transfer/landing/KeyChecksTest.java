/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.sstable.index.KeyScan;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyChecksTest {
    private static final long[] TOKENS =
            LongStream.range(0, 100).map(KeyChecksTest::token).sorted().toArray();

    @TempDir
    Path directory;

    private final List<Runnable> begun = new ArrayList<>();
    private TokenRanges ownedBySource = TokenRanges.fullRing();
    private @Nullable TokenRanges wanted;
    private final KeyChecks checks = new KeyChecks(
            task -> {
                begun.add(task);
                task.run();
            },
            sstable -> ownedBySource,
            sstable -> wanted);
    private SelectedSstable sstable;

    @BeforeEach
    void stage() throws IOException {
        sstable = selected("nb-1-big", "Index.db", TOKENS[0], TOKENS[99]);
        Files.write(directory.resolve("nb-1-big-Index.db"), index());
    }

    @Test
    void ownedKeysNeedNoOtherCheck() throws Exception {
        assertThat(objections(sstable, TokenRanges.fullRing())).isEmpty();
    }

    /** Each of its keys was read when it was cut. */
    @Test
    void aSliceOfOwnedRangesIsNotReadAgain() throws Exception {
        wanted = TokenRanges.of(new TokenRange(TOKENS[0] - 1, TOKENS[99]));
        checks.arrived(cut(sstable), component("Index.db"), TokenRanges.fullRing());

        assertThat(objections(cut(sstable), TokenRanges.fullRing())).isEmpty();
        assertThat(begun).isEmpty();
    }

    private static SelectedSstable cut(SelectedSstable sstable) {
        return sstable.cutTo(new StagedSlice(sstable.firstToken(), sstable.lastToken(), sstable.components()));
    }

    /** A source said that all of it is in the ranges. */
    @Test
    void whatMovedWholeHasNoKeyOutsideOfItsRanges() throws Exception {
        wanted = TokenRanges.of(new TokenRange(TOKENS[0] - 1, TOKENS[98]));

        assertThat(objections(sstable, TokenRanges.fullRing()).get(directory)).satisfies(objection -> {
            assertThat(objection.damaged()).isTrue();
            assertThat(objection.why()).contains("token " + TOKENS[99], "none of the ranges");
        });
    }

    @Test
    void aSliceOfRangesThatTheNodeHasLostIsReadAgain() throws Exception {
        wanted = TokenRanges.of(new TokenRange(TOKENS[0] - 1, TOKENS[99]));
        TokenRanges others = TokenRanges.of(new TokenRange(TOKENS[50], TOKENS[50] - 1));

        assertThat(objections(cut(sstable), others).get(directory).why()).contains("token " + TOKENS[50]);
    }

    @Test
    void aForeignKeyIsNamedWithItsToken() throws Exception {
        TokenRanges others = TokenRanges.of(new TokenRange(TOKENS[50], TOKENS[50] - 1));

        assertThat(objections(sstable, others).get(directory).why())
                .contains("key ", " of nb-1-big has token " + TOKENS[50] + ", which this node does not own");
    }

    @Test
    void whatWasReadWhileOthersArrivedIsNotReadAgain() throws Exception {
        checks.arrived(sstable, component("Index.db"), TokenRanges.fullRing());
        checks.arrived(sstable, component("Index.db"), TokenRanges.fullRing());

        assertThat(objections(sstable, TokenRanges.fullRing())).isEmpty();
        assertThat(begun).hasSize(1);
    }

    @Test
    void otherComponentsHoldNoKeys() {
        checks.arrived(sstable, component("Data.db"), TokenRanges.fullRing());

        assertThat(begun).isEmpty();
    }

    @Test
    void whatTheNodeOwnsNowCounts() throws Exception {
        checks.arrived(sstable, component("Index.db"), TokenRanges.fullRing());
        TokenRanges fewer = TokenRanges.of(new TokenRange(TOKENS[99], TOKENS[98]));

        assertThat(objections(sstable, fewer).get(directory).why()).contains("token " + TOKENS[99]);
        assertThat(begun).hasSize(2);
    }

    @Test
    void tokensOtherThanThePlannedOnesAreNotBelieved() throws Exception {
        SelectedSstable narrower = selected("nb-1-big", "Index.db", TOKENS[0], TOKENS[98]);

        assertThat(objections(narrower, TokenRanges.fullRing()).get(directory).why())
                .contains("expected: in [" + TOKENS[0] + "," + TOKENS[98] + "], as its source said");
    }

    @Test
    void anIndexThatBreaksOffIsNotBelieved() throws Exception {
        byte[] whole = index();
        Files.write(directory.resolve("nb-1-big-Index.db"), Arrays.copyOf(whole, whole.length - 3));

        assertThat(objections(sstable, TokenRanges.fullRing()).get(directory).why())
                .contains("nb-1-big", "Index.db");
        assertThat(damage(sstable).get(directory)).contains("nb-1-big", "Index.db");
    }

    @Test
    void aFilterThatBreaksOffIsDamaged() throws Exception {
        Files.write(directory.resolve("nb-1-big-Filter.db"), new byte[] {0, 0, 0, 3, 0, 0, 0, 2, 1, 1, 1});
        SelectedSstable filtered = new SelectedSstable(
                0,
                "host",
                sstable.table(),
                sstable.name(),
                sstable.firstToken(),
                sstable.lastToken(),
                100,
                List.of(component("Index.db"), component("Filter.db")),
                directory);

        assertThat(objections(filtered, TokenRanges.fullRing()).get(directory).why())
                .contains("Filter.db: 11 bytes");
        assertThat(damage(filtered).get(directory)).contains("Filter.db: 11 bytes");
    }

    @Test
    void triesHoldNoWholeKeys() throws Exception {
        SelectedSstable tries = selected("da-1-bti", "Partitions.db", TOKENS[0], TOKENS[99]);

        assertThat(objections(tries, TokenRanges.fullRing()).get(directory).why())
                .isEqualTo("da-1-bti has no Index.db, the only component that holds every key");
    }

    @Test
    void whatIsWholeIsNotDamagedWhoeverOwnsIt() throws Exception {
        TokenRanges others = TokenRanges.of(new TokenRange(TOKENS[50], TOKENS[50] - 1));
        checks.arrived(sstable, component("Index.db"), others);

        assertThat(damage(sstable)).isEmpty();
        assertThat(begun).hasSize(1);
        assertThat(damage(selected("da-1-bti", "Partitions.db", TOKENS[0], TOKENS[99])))
                .isEmpty();
    }

    @Test
    void rowsThatTheSourceDoesNotOwnAreLeftovers() throws Exception {
        ownedBySource = TokenRanges.of(new TokenRange(TOKENS[9], TOKENS[89]));
        checks.arrived(sstable, component("Index.db"), TokenRanges.fullRing());

        assertThat(leftovers(sstable).get(directory).count()).isEqualTo(20);
        assertThat(leftovers(sstable).get(directory).first().token()).isEqualTo(TOKENS[0]);
        assertThat(objections(sstable, TokenRanges.fullRing())).isEmpty();
        assertThat(damage(sstable)).isEmpty();
        assertThat(begun).hasSize(1);
    }

    @Test
    void leftoversAreFoundWhereNobodyElseAskedForTheKeys() throws Exception {
        ownedBySource = TokenRanges.of(new TokenRange(TOKENS[0], TOKENS[99]));

        assertThat(leftovers(sstable).get(directory).count()).isEqualTo(1);
    }

    @Test
    void whereTheSourceOwnsAllNothingIsLeftOver() throws Exception {
        assertThat(leftovers(sstable)).isEmpty();
        assertThat(leftovers(selected("da-1-bti", "Partitions.db", TOKENS[0], TOKENS[99])))
                .isEmpty();
    }

    @Test
    void whatThisHostCannotReadIsNotItsSourcesFault() throws Exception {
        Files.delete(directory.resolve("nb-1-big-Index.db"));

        assertThat(damage(sstable)).isEmpty();
        assertThat(objections(sstable, TokenRanges.fullRing())).hasSize(1);
    }

    @Test
    void aCancelledTransferDoesNotWait() {
        KeyChecks.Interruption cancelled = () -> {
            throw new TransferInterruptedException(false);
        };

        assertThatThrownBy(() -> checks.objections(List.of(sstable), TokenRanges.fullRing(), cancelled))
                .isInstanceOf(TransferInterruptedException.class);
        assertThatThrownBy(() -> checks.damage(List.of(sstable), cancelled))
                .isInstanceOf(TransferInterruptedException.class);
    }

    private Map<Path, KeyChecks.Objection> objections(SelectedSstable of, TokenRanges owned)
            throws TransferInterruptedException {
        return checks.objections(List.of(of), owned, () -> {});
    }

    private Map<Path, KeyScan.Others> leftovers(SelectedSstable of) throws TransferInterruptedException {
        return checks.leftovers(List.of(of), () -> {});
    }

    private Map<Path, String> damage(SelectedSstable of) throws TransferInterruptedException {
        return checks.damage(List.of(of), () -> {});
    }

    private SelectedSstable selected(String name, String component, long first, long last) {
        return new SelectedSstable(
                0,
                "host",
                new TableRef("shop", "users"),
                name,
                first,
                last,
                100,
                List.of(component(component)),
                directory);
    }

    private static ManifestComponent component(String name) {
        return new ManifestComponent(name, 100, "00000000", ChecksumOrigin.CASSANDRA, null);
    }

    private static byte[] index() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        List<Long> ids = LongStream.range(0, 100)
                .boxed()
                .sorted(Comparator.comparingLong(KeyChecksTest::token))
                .toList();
        for (long id : ids) {
            out.writeShort(Long.BYTES);
            out.writeLong(id);
            out.writeByte(0);
            out.writeByte(0);
        }
        return bytes.toByteArray();
    }

    private static long token(long id) {
        return Murmur3.token(ByteBuffer.allocate(Long.BYTES).putLong(id).array());
    }
}
