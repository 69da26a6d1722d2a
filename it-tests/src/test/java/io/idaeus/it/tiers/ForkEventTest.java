/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkEventTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "two\nlines", "a \\n that is none", "back\\slash\n\\", "tab\tand\rreturn"})
    void aLineTellsWhatHappened(String text) {
        String kept = text.replace("\t", "  ").replace("\r", "");

        assertThat(ForkEvent.parse(new ForkEvent.Failed("test", text).line()))
                .contains(new ForkEvent.Failed("test", kept));
        assertThat(ForkEvent.parse(new ForkEvent.Skipped(text, "reason").line()))
                .contains(new ForkEvent.Skipped(kept, "reason"));
        ForkEvent.Done done = new ForkEvent.Done(3, 2, 1, 1_234, 5);
        assertThat(ForkEvent.parse(done.line())).contains(done);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OpenJDK 64-Bit Server VM warning: something", "failed", "done\t1\t2", "skipped\ta"})
    void aLineOfSomethingElseIsNone(String line) {
        assertThat(ForkEvent.parse(line)).isEmpty();
    }
}
