/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers get neither the server's framework nor its network library. */
class ClassPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micronaut.http.annotation.Get",
                "io.micronaut.core.annotation.Introspected",
                "io.netty.buffer.ByteBuf",
                "io.swagger.v3.oas.annotations.Operation",
                "org.reactivestreams.Publisher"
            })
    void isAbsent(String name) {
        assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> Class.forName(name));
    }
}
