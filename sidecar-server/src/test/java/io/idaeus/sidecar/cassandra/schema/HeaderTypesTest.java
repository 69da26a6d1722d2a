/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import io.idaeus.sidecar.cassandra.schema.TableSchema.UserType;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The strings are those that Cassandra wrote; HeaderTypesIT compares many more with the real thing. */
class HeaderTypesTest {
    private static final String PACKAGE = "org.apache.cassandra.db.marshal.";
    private static final UserType ADDRESS =
            new UserType("address", List.of("a", "B b"), List.of("int", "frozen<list<text>>"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text | UTF8Type",
                "list<text> | ListType(UTF8Type)",
                "frozen<list<text>> | FrozenType(ListType(UTF8Type))",
                "list<frozen<list<int>>> | ListType(FrozenType(ListType(Int32Type)))",
                "frozen<set<frozen<list<int>>>> | FrozenType(SetType(ListType(Int32Type)))",
                "tuple<int, frozen<list<text>>> | TupleType(Int32Type,ListType(UTF8Type))",
                "frozen<tuple<int, text>> | TupleType(Int32Type,UTF8Type)",
                "vector<float, 3> | VectorType(FloatType , 3)",
                "vector<frozen<list<int>>, 2> | VectorType(FrozenType(ListType(Int32Type)) , 2)",
                "address | UserType(ks,61646472657373,61:Int32Type,422062:FrozenType(ListType(UTF8Type)))",
                "frozen<address> | FrozenType(UserType(ks,61646472657373,61:Int32Type,422062:ListType(UTF8Type)))"
            })
    void mapsTypes(String cql, String expected) {
        MarshalTypes types = new MarshalTypes("ks", List.of(ADDRESS));
        assertThat(types.of(cql).replace(PACKAGE, "")).isEqualTo(expected);
    }

    @Test
    void mapsKeysAndOrder() {
        HeaderTypes types = HeaderTypes.of(schema(
                new Column("a", "int", Kind.PARTITION_KEY, 0, false),
                new Column("b", "text", Kind.PARTITION_KEY, 1, false),
                new Column("c", "timestamp", Kind.CLUSTERING, 0, true),
                new Column("d", "int", Kind.CLUSTERING, 1, false),
                new Column("s", "int", Kind.STATIC, -1, false),
                new Column("v", "blob", Kind.REGULAR, -1, false)));

        assertThat(types.partitionKey())
                .isEqualTo(PACKAGE + "CompositeType(" + PACKAGE + "Int32Type," + PACKAGE + "UTF8Type)");
        assertThat(types.clustering())
                .containsExactly(PACKAGE + "ReversedType(" + PACKAGE + "TimestampType)", PACKAGE + "Int32Type");
        assertThat(types.staticColumns()).containsExactly(java.util.Map.entry("s", PACKAGE + "Int32Type"));
        assertThat(types.regularColumns()).containsExactly(java.util.Map.entry("v", PACKAGE + "BytesType"));
    }

    @Test
    void aUserTypeThatIsNotThereIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MarshalTypes("ks", List.of(ADDRESS)).of("list<frozen<adress>>"))
                .withMessageContaining("adress");
    }

    private static TableSchema schema(Column... columns) {
        return new TableSchema(
                new TableName("ks", "t"),
                new UUID(0, 0),
                List.of(columns),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                false,
                false,
                false,
                0,
                "",
                null,
                Set.of("compound"),
                "off",
                "");
    }
}
