/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComponentPackingTest {
    private static final List<Component> COMPONENTS = List.of(component("Data.db", 1), component("Index.db", 2));

    @Test
    void whatIsPackedEqualsWhatItWas() {
        assertThat(Component.PACKING.pack(COMPONENTS)).isEqualTo(COMPONENTS);
        assertThat(Component.PACKING.pack(COMPONENTS).hashCode()).isEqualTo(COMPONENTS.hashCode());
        assertThat(Component.PACKING.pack(List.of())).isEmpty();
    }

    @Test
    void packingAgainChangesNothing() {
        List<Component> once = Component.PACKING.pack(COMPONENTS);

        assertThat(Component.PACKING.pack(once)).isEqualTo(COMPONENTS);
    }

    @Test
    void whatTwoSstablesHaveInCommonIsThereOnce() {
        List<Component> one = Component.PACKING.pack(List.of(component(copy("SAI+a.db"), 1)));
        List<Component> other = Component.PACKING.pack(List.of(component(copy("SAI+a.db"), 2)));

        assertThat(other.get(0).name()).isSameAs(one.get(0).name());
        assertThat(other).isNotEqualTo(one);
    }

    @Test
    void itCannotBeChanged() {
        List<Component> packed = Component.PACKING.pack(COMPONENTS);

        assertThatThrownBy(() -> packed.set(0, component("Data.db", 3)))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static String copy(String text) {
        return new String(text.toCharArray());
    }

    private static Component component(String name, long number) {
        return new Component(name, new FileStamp(number, number + 1, number + 2, -number));
    }
}
