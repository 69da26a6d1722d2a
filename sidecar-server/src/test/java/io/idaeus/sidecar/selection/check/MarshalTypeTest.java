/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarshalTypeTest {
    private static final String P = "org.apache.cassandra.db.marshal.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Int32Type | Int32Type | true",
                "Int32Type | LongType | false",
                P + "Int32Type | Int32Type | true",
                "MapType(UTF8Type,Int32Type) | MapType(UTF8Type,Int32Type) | true",
                "MapType(UTF8Type,Int32Type) | MapType(UTF8Type,LongType) | false",
                "ListType(UTF8Type) | FrozenType(ListType(UTF8Type)) | false",
                "ReversedType(Int32Type) | Int32Type | false",
                "UserType(ks,61,62:UTF8Type) | UserType(ks,61,62:UTF8Type,63:Int32Type) | true",
                "UserType(ks,61,62:UTF8Type,63:Int32Type) | UserType(ks,61,62:UTF8Type) | false",
                "UserType(ks,61,62:UTF8Type) | UserType(ks,61,62:Int32Type) | false",
                "UserType(ks,61,62:UTF8Type) | UserType(ks,61,63:UTF8Type) | true",
                "UserType(ks,61,62:UTF8Type) | FrozenType(UserType(ks,61,62:UTF8Type)) | false",
                "UTF8Type | BytesType | true",
                "Int32Type | BytesType | true",
                "BytesType | UTF8Type | false",
                "AsciiType | UTF8Type | true",
                "UTF8Type | AsciiType | false",
                "Int32Type | IntegerType | true",
                "IntegerType | Int32Type | false",
                "TimeUUIDType | UUIDType | true",
                "UUIDType | TimeUUIDType | false",
                "ListType(Int32Type) | BytesType | false",
                "CounterColumnType | BytesType | false",
                "SetType(Int32Type) | SetType(BytesType) | false",
                "FrozenType(UserType(ks,61,62:ListType(UTF8Type))) | FrozenType(UserType(ks,61,62:ListType(UTF8Type))) | true",
                "TupleType(UTF8Type) | TupleType(UTF8Type,UTF8Type) | false",
                "VectorType(FloatType , 3) | VectorType(FloatType,3) | true",
                "VectorType(FloatType , 3) | VectorType(FloatType , 4) | false"
            })
    void valuesAreReadableAsTheSameTypeAndUserTypesMayHaveGrown(String written, String here, boolean readable) {
        assertThat(MarshalType.parse(written).readableAs(MarshalType.parse(here)))
                .isEqualTo(readable);
    }

    @ParameterizedTest
    @CsvSource({
        "Int32Type, IntegerType, false",
        "LongType, IntegerType, false",
        "Int32Type, SimpleDateType, false",
        "LongType, TimeType, false",
        "Int32Type, BytesType, false",
        "LongType, TimestampType, true",
        "TimeUUIDType, UUIDType, true",
        "AsciiType, UTF8Type, true",
        "UTF8Type, BytesType, true"
    })
    void typesThatAreReadByAnotherHaveItsLengthsOrNot(String written, String here, boolean same) {
        assertThat(MarshalType.parse(written).readableAs(MarshalType.parse(here)))
                .isTrue();
        assertThat(MarshalType.parse(written).hasLengthsOf(MarshalType.parse(here)))
                .isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(", ")", ",", "A(", "A(B", "A(B,", "A)B", "A(B)C"})
    void textThatIsNoTypeIsNoReasonToFail(String text) {
        assertThat(MarshalType.parse(text).readableAs(MarshalType.parse("Int32Type")))
                .isFalse();
    }

    @Test
    void aThousandParenthesesDoNotOverflow() {
        assertThat(MarshalType.parse("A(".repeat(10_000)).name()).isEqualTo("A");
    }
}
