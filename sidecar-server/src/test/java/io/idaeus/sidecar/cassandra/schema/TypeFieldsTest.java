/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypeFieldsTest {
    private static String described(String fields) {
        return TypeFields.of(
                new SchemaStatement(Kind.TYPE, "shop", null, "place", "CREATE TYPE shop.place (" + fields + ")"));
    }

    @Test
    void areTheSameHoweverTheyAreWritten() {
        assertThat(TypeFields.of(List.of("street", "Zip;"), List.of("text", "frozen<map<text, int>>")))
                .isEqualTo(described("\n    street text,\n    \"Zip;\" frozen<map<text, int>>\n"));
    }

    @Test
    void mayBeMoreAtTheEnd() {
        String fields = described("street text, zip int");
        assertThat(TypeFields.extend(fields, described("street text"))).isTrue();
        assertThat(TypeFields.extend(fields, fields)).isTrue();
        assertThat(TypeFields.extend(described("street text"), fields)).isFalse();
        assertThat(TypeFields.extend(described("street texts"), described("street text")))
                .isFalse();
    }
}
