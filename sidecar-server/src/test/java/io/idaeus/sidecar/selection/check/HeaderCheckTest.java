/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderCheckTest {
    private static final SerializationHeader WRITTEN = new SerializationHeader(
            "UTF8Type", List.of("Int32Type"), Map.of("s", "LongType"), Map.of("v", "Int32Type"));

    @ParameterizedTest
    @CsvSource({
        "5.0.9, Int32Type, TimeType, IntegerType, ",
        "6.0-alpha2, Int32Type, LongType, Int32Type, ",
        "6.0-alpha2, Int32Type, TimestampType, Int32Type, ",
        "6.0-alpha2, BytesType, LongType, Int32Type, clustering column 0 was written as Int32Type and is BytesType here",
        "6.0-alpha2, Int32Type, TimeType, Int32Type, column s was written as LongType and is TimeType here",
        "6.0.1, Int32Type, LongType, IntegerType, column v was written as Int32Type and is IntegerType here"
    })
    void whatTheVersionCompactsWithoutReadingItMustHaveTheSameLengths(
            String version, String clustering, String fixed, String regular, String difference) {
        HeaderCheck check = new HeaderCheck(
                new SerializationHeader("UTF8Type", List.of(clustering), Map.of("s", fixed), Map.of("v", regular)),
                Map.of(),
                ReleaseVersion.parse(version));

        if (difference == null) {
            assertThat(check.difference(WRITTEN)).isEmpty();
        } else {
            assertThat(check.difference(WRITTEN))
                    .contains(difference + "; this Cassandra could not read it any more once it has compacted it");
        }
    }
}
