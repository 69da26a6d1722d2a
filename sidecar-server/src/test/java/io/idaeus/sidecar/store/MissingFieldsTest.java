/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MissingFieldsTest {
    public record Leaf(String name, @Nullable String note) {}

    public record Tree(
            String id,
            List<Leaf> leaves,
            Map<String, Leaf> named,
            @Nullable Leaf best,
            int size) {}

    @Test
    void whatMayBeAbsentIsNotMissing() throws IOException {
        Tree tree = read("{'id': 'a', 'leaves': [{'name': 'b'}], 'named': {}, 'size': 1}");

        assertThat(tree.leaves()).containsExactly(new Leaf("b", null));
    }

    @Test
    void aMissingFieldIsNamedWhereverItIs() {
        assertMissing("id", "{'leaves': [], 'named': {}, 'size': 1}");
        assertMissing("leaves", "{'id': 'a', 'named': {}, 'size': 1}");
        assertMissing("leaves[].name", "{'id': 'a', 'leaves': [{'name': 'b'}, {}], 'named': {}, 'size': 1}");
        assertMissing("leaves[]", "{'id': 'a', 'leaves': [null], 'named': {}, 'size': 1}");
        assertMissing("named{}.name", "{'id': 'a', 'leaves': [], 'named': {'x': {}}, 'size': 1}");
        assertMissing("best.name", "{'id': 'a', 'leaves': [], 'named': {}, 'best': {'note': 'c'}, 'size': 1}");
    }

    private static void assertMissing(String path, String json) {
        assertThatIOException().isThrownBy(() -> read(json)).withMessage(path + " is missing");
    }

    private static Tree read(String json) throws IOException {
        return StateJson.readComplete(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Tree.class);
    }
}
