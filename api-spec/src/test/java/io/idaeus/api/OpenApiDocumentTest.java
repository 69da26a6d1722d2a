/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OpenApiDocumentTest {
    private static final Path GENERATED = Path.of("target/classes/META-INF/swagger/idaeus-v1.yml");
    private static final Path COMMITTED = Path.of("openapi/idaeus-v1.yaml");

    @Test
    void theCommittedDocumentIsTheOneThatTheInterfacesGenerate() throws IOException {
        assertThat(Files.readString(COMMITTED))
                .as("api-spec/openapi/idaeus-v1.yaml differs from the interfaces and records: run make openapi, and"
                        + " read the difference as a caller would")
                .isEqualTo(Files.readString(GENERATED));
    }
}
