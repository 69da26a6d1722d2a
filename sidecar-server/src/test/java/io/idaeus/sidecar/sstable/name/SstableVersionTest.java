/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SstableVersionTest {
    @ParameterizedTest
    @CsvSource({
        "4, false, 'na, nb'",
        "4, true, 'na, nb'",
        "5, true, 'na, nb, da'",
        "5, false, 'na, nb, oa, da'",
        "6, true, 'na, nb, oa, pa, da, ea'",
        "6, false, 'na, nb, oa, pa, da, ea'"
    })
    void isReadByTheCassandrasThatKnowIt(int major, boolean cassandra4Compatible, String letters) {
        assertThat(SstableVersion.readableBy(major, cassandra4Compatible)).hasToString("[" + letters + "]");
    }

    @ParameterizedTest
    @CsvSource({
        "BIG, na, false, false, false",
        "BIG, nb, true, false, false",
        "BIG, oa, true, true, false",
        "BIG, pa, true, true, true",
        "BTI, da, true, true, false",
        "BTI, ea, true, true, true"
    })
    void holdsWhatItsCassandraWrites(
            SstableFormat format, String letters, boolean hostId, boolean firstAndLastKey, boolean dictionary) {
        SstableVersion version = SstableVersion.of(format, letters);

        assertThat(version.isReadable()).isTrue();
        assertThat(version.hasOriginatingHostId()).isEqualTo(hostId);
        assertThat(version.hasFirstAndLastKey()).isEqualTo(firstAndLastKey);
        assertThat(version.hasTypedClusteringBounds()).isEqualTo(firstAndLastKey);
        assertThat(version.hasUnsignedDeletionTimes()).isEqualTo(firstAndLastKey);
        assertThat(version.hasPartitionDeletionsAndCoverage()).isEqualTo(firstAndLastKey);
        assertThat(version.mayHaveCompressionDictionary()).isEqualTo(dictionary);
    }

    @ParameterizedTest
    @CsvSource({"BIG, da", "BTI, nb", "BIG, me", "BIG, qa", "BTI, fa"})
    void versionsOfNoKnownCassandraAreNotReadable(SstableFormat format, String letters) {
        assertThat(SstableVersion.of(format, letters).isReadable()).isFalse();
    }
}
