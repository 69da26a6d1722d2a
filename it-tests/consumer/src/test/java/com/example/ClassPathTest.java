/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.SidecarUnreachableException;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ClassPathTest {
    @Test
    void theClientBringsNeitherTheServerNorWhatTheCommandNeeds() {
        assertThat(Stream.of(
                                "io.micronaut.core.version.VersionUtils",
                                "io.netty.channel.Channel",
                                "picocli.CommandLine",
                                "me.tongfei.progressbar.ProgressBar",
                                "io.idaeus.sidecar.Main")
                        .filter(ClassPathTest::isThere))
                .isEmpty();
        assertThat(isThere("com.fasterxml.jackson.databind.ObjectMapper")).isTrue();
    }

    @Test
    void aSidecarThatDoesNotAnswerIsAClearFailure() {
        Assertions.assertThatExceptionOfType(SidecarUnreachableException.class)
                .isThrownBy(() -> CopyTable.main(new String[] {"http://127.0.0.1:1", "http://127.0.0.1:1"}))
                .withMessageContaining("connection refused");
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, ClassPathTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
