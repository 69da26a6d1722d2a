/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusteringBoundTest {
    private static final String MARSHAL = "org.apache.cassandra.db.marshal.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Int32Type|4",
                "ReversedType(@Int32Type)|4",
                "ReversedType(@UTF8Type)|-1",
                "TimeUUIDType|16",
                "VectorType(@FloatType , 3)|12",
                "ReversedType(@VectorType(@DoubleType , 2))|16",
                "VectorType(@UTF8Type , 3)|-1",
                "VectorType(@FloatType , x)|-1",
                "VectorType(@FloatType)|-1",
                "VectorType(|-1",
                "FrozenType(@ListType(@Int32Type))|-1",
                "ShortType|-1",
                "EmptyType|0"
            })
    void knowsTheTypesOfFixedLength(String type, int length) {
        assertThat(ClusteringBound.fixedLength(MARSHAL + type.replace("@", MARSHAL), 0))
                .isEqualTo(length);
    }

    @Test
    void takesATypeOfSomebodyElseAsVariable() {
        assertThat(ClusteringBound.fixedLength("com.example.Int32Type", 0)).isEqualTo(-1);
    }

    @Test
    void doesNotFollowHostileNesting() {
        String deep = (MARSHAL + "ReversedType(").repeat(100_000) + MARSHAL + "Int32Type" + ")".repeat(100_000);

        assertThat(ClusteringBound.fixedLength(deep, 0)).isEqualTo(-1);
    }
}
