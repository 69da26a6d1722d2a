/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTagTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "nightly_2026-01-01", "v1.2.3", "idaeus-0"})
    void lettersDigitsAndAFewSignsPass(String tag) {
        assertThat(new SnapshotTag(tag).value()).isEqualTo(tag);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", ".", "..", "a..b", ".hidden", "a/b", "/a", "a b", "a\u0000", "ü", "a+b", "*", "a\n"})
    void anythingElseIsRefused(String tag) {
        assertThatThrownBy(() -> new SnapshotTag(tag))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.INVALID_TAG));
    }

    @Test
    void anOverLongTagIsRefusedAndNotRepeatedInFull() {
        assertThat(new SnapshotTag("x".repeat(128)).value()).hasSize(128);
        assertThatThrownBy(() -> new SnapshotTag("x".repeat(129)))
                .isInstanceOf(ProblemException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .hasSizeLessThan(250);
    }

    @Test
    void aGeneratedTagSaysWhoseItIs() {
        assertThat(SnapshotTag.generated(new UUID(0, 1)).value())
                .isEqualTo("idaeus-00000000-0000-0000-0000-000000000001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", ".", "..", "a/b", "a\u0000", "a\nb", "\u0085"})
    void aNameThatCouldMeanMoreThanOneSnapshotIsRefusedEvenForForeignOnes(String tag) {
        assertThatThrownBy(() -> SnapshotTag.requireName(tag)).isInstanceOf(ProblemException.class);
    }

    @Test
    void noTagIsLongerThanAFileName() {
        assertThat(SnapshotTag.requireName("x".repeat(255))).hasSize(255);
        assertThatThrownBy(() -> SnapshotTag.requireName("ü".repeat(128))).isInstanceOf(ProblemException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a+b", "a..b", "with space", "truncated-1700000000000-t"})
    void foreignTagsMayHoldMore(String tag) {
        assertThat(SnapshotTag.requireName(tag)).isEqualTo(tag);
    }
}
