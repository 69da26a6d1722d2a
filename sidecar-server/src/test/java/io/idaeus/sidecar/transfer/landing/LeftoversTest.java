/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.sstable.index.KeyScan;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeftoversTest {
    private static final TableRef TABLE = new TableRef("shop", "users");
    private static final PartitionKey KEY = PartitionKey.of(new byte[] {1, 2});
    private static final List<SelectedSstable> SSTABLES = List.of(
            sstable("a", "nb-1-big"), sstable("a", "nb-2-big"), sstable("b", "nb-3-big"), sstable("c", "nb-4-big"));
    private static final Map<Path, KeyScan.Others> KEYS = Map.of(
            Path.of("nb-1-big"), new KeyScan.Others(2_000, KEY),
            Path.of("nb-2-big"), new KeyScan.Others(1, KEY),
            Path.of("nb-3-big"), new KeyScan.Others(1, KEY));

    @Test
    void eachSourceThatHasSomeIsNamedOnce() {
        assertThat(Leftovers.found(TABLE, SSTABLES, KEYS, List.of()))
                .extracting(Finding::subject, Finding::detail)
                .containsExactly(
                        tuple(
                                "shop.users",
                                "2001 keys in 2 SSTables of source a have tokens that it did not own, for instance "
                                        + KEY.token()),
                        tuple(
                                "shop.users",
                                "1 key in 1 SSTable of source b have tokens that it did not own, for instance "
                                        + KEY.token()));
    }

    @Test
    void anImportThatIsRepeatedWithFewerSstablesSaysNothingNew() {
        List<Finding> known = Leftovers.found(TABLE, SSTABLES, KEYS, List.of());

        assertThat(Leftovers.found(TABLE, SSTABLES.subList(1, 3), KEYS, known)).isEmpty();
        assertThat(Leftovers.found(new TableRef("shop", "orders"), SSTABLES.subList(1, 2), KEYS, known))
                .hasSize(1);
    }

    @Test
    void withoutSuchKeysThereIsNothingToSay() {
        assertThat(Leftovers.found(TABLE, SSTABLES, Map.of(), List.of())).isEmpty();
    }

    private static SelectedSstable sstable(String host, String name) {
        return new SelectedSstable(0, host, TABLE, name, 0, 0, 0, List.of(), Path.of(name));
    }
}
