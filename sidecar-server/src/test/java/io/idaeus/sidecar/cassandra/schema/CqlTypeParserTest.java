/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqlTypeParserTest {
    private static final CqlType TEXT = new CqlType.Native("text");
    private static final CqlType INT = new CqlType.Native("int");

    @Test
    void takesTypesApart() {
        assertThat(CqlTypeParser.parse("text")).isEqualTo(TEXT);
        assertThat(CqlTypeParser.parse("map<text, frozen<list<int>>>"))
                .isEqualTo(new CqlType.Collection(
                        "map", List.of(TEXT, new CqlType.Frozen(new CqlType.Collection("list", List.of(INT))))));
        assertThat(CqlTypeParser.parse("tuple<int,text>")).isEqualTo(new CqlType.Tuple(List.of(INT, TEXT)));
        assertThat(CqlTypeParser.parse("vector<int, 3>")).isEqualTo(new CqlType.Vector(INT, 3));
    }

    @Test
    void takesNamesOfUserTypesWithAndWithoutQuotes() {
        assertThat(CqlTypeParser.parse("address")).isEqualTo(new CqlType.User("address"));
        assertThat(CqlTypeParser.parse("\"My, \"\"odd\"\" <type>\"")).isEqualTo(new CqlType.User("My, \"odd\" <type>"));
        assertThat(CqlTypeParser.parse("\"text\"")).isEqualTo(new CqlType.User("text"));
    }

    @Test
    void takesJavaClasses() {
        assertThat(CqlTypeParser.parse("'org.example.Type(org.example.Other)'"))
                .isEqualTo(new CqlType.Custom("org.example.Type(org.example.Other)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "list<text",
                "list<>",
                "list<text>>",
                "map<text>",
                "vector<int>",
                "vector<int, x>",
                "\"open",
                "'open",
                "bag<text>",
                "tuple<int,>",
                "text text",
                "<",
                "vector<int, 99999999999>"
            })
    void refusesWhatIsNoType(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CqlTypeParser.parse(text))
                .withMessageContaining("CQL type \"" + text + "\"")
                .withMessageContaining("expected");
    }
}
