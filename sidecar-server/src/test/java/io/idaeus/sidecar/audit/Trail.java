/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** An audit file as its readers see it. */
public final class Trail {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    public Trail(Path file) {
        this.file = file;
    }

    /** A log that writes to the file alone. */
    public AuditLog open() {
        return AuditLog.open(new AuditSettings(file, 1 << 20, 3, false, false), InstantSource.system());
    }

    /** Whole lines, each of which must be JSON. */
    public List<JsonNode> all() throws IOException {
        List<JsonNode> records = new ArrayList<>();
        String text = Files.exists(file) ? Files.readString(file) : "";
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            records.add(JSON.readTree(line));
        }
        return records;
    }

    /** Those that match, as soon as there is one. */
    public List<JsonNode> await(Predicate<JsonNode> wanted) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (true) {
            List<JsonNode> found = all().stream().filter(wanted).toList();
            if (!found.isEmpty()) {
                return found;
            }
            assertThat(System.nanoTime()).as("records: %s", all()).isLessThan(deadline);
            Thread.sleep(10);
        }
    }

    /** Of one operation, as soon as there is one. */
    public List<JsonNode> await(String operation) throws Exception {
        return await(record -> record.path("operation").asText().equals(operation));
    }
}
