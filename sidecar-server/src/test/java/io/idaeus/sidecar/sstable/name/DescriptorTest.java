/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorTest {
    @ParameterizedTest
    @CsvSource({
        "nb-7-big-Data.db, nb-7-big, Data.db",
        "da-2147483647-bti-Partitions.db, da-2147483647-bti, Partitions.db",
        "oa-3h5p_0hbx_22l6o276wh6pufp398-big-TOC.txt, oa-3h5p_0hbx_22l6o276wh6pufp398-big, TOC.txt",
        "nb-1-big-Digest.crc32, nb-1-big, Digest.crc32",
        "nb-1-big-SAI+ba+by_name+ColumnCompletionMarker.db, nb-1-big, SAI+ba+by_name+ColumnCompletionMarker.db",
        "nb-1-big-SI_by_name.db, nb-1-big, SI_by_name.db",
        "mc-5-big-Data.db, mc-5-big, Data.db",
        "zz-5-bti-Data.db, zz-5-bti, Data.db"
    })
    void readsTheNameOfAFile(String file, String sstable, String component) {
        assertThat(ComponentName.parse(file)).hasValueSatisfying(name -> {
            assertThat(name.descriptor()).hasToString(sstable);
            assertThat(name.component()).isEqualTo(component);
            assertThat(name).hasToString(file);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "manifest.json",
                "schema.cql",
                "nb-7-big-",
                "nb-7-big",
                "nb-7-big-Data",
                "nb-7-big-../Data.db",
                "nb-7-big-Data.db.tmp",
                "nb-7-big-Statistics.tmp",
                "nb--big-Data.db",
                "nb-x7-big-Data.db",
                "nb-7-rocks-Data.db",
                "NB-7-big-Data.db",
                "nb-7-big-Da-ta.db",
                "nb-99999999999-big-Data.db",
                "nb-3h5p_0hbx_22l6o276wh6pufp39-big-Data.db",
                "nb-7-big-Data.db\n",
                "nb_txn_compaction_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log"
            })
    void passesOverWhatIsNoFileOfAnSstable(String file) {
        assertThat(ComponentName.parse(file)).isEmpty();
    }

    @Test
    void knowsTheVersionsItCanRead() {
        assertThat(Stream.of("na-1-big", "nb-1-big", "oa-1-big", "pa-1-big", "da-1-bti", "ea-1-bti"))
                .allSatisfy(name ->
                        assertThat(descriptor(name).version().isReadable()).isTrue());
        assertThat(Stream.of("ma-1-big", "me-1-big", "nc-1-big", "qa-1-big", "da-1-big", "nb-1-bti", "fa-1-bti"))
                .allSatisfy(name ->
                        assertThat(descriptor(name).version().isReadable()).isFalse());
    }

    @Test
    void namesFilesFromBefore22Too() {
        assertThat(ComponentName.parse("ks-tbl-ka-4-Data.db").orElseThrow().descriptor())
                .satisfies(name -> assertThat(name.version().isReadable()).isFalse())
                .hasToString("ka-4-big");
    }

    @Test
    void sortsIdsAsNumbersAndThenByTime() {
        List<Descriptor> names = Stream.of(
                        "nb-10-big",
                        "nb-3h5p_0hbx_22l6o276wh6pufp398-big",
                        "nb-9-big",
                        "nb-3h5o_zzzz_22l6o276wh6pufp398-big")
                .map(DescriptorTest::descriptor)
                .sorted()
                .toList();

        assertThat(names)
                .extracting(Descriptor::id)
                .containsExactly("9", "10", "3h5o_zzzz_22l6o276wh6pufp398", "3h5p_0hbx_22l6o276wh6pufp398");
    }

    private static Descriptor descriptor(String name) {
        return ComponentName.parse(name + "-Data.db").orElseThrow().descriptor();
    }
}
