/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.config.AuditConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        return AuditLog.open(new AuditConfig(file, 1 << 20, 3, false, false), InstantSource.system());
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

    /** The records that match, as soon as there is one. */
    public List<JsonNode> await(Predicate<JsonNode> wanted) throws IOException {
        Predicate<List<JsonNode>> one = records -> records.stream().anyMatch(wanted);
        return Await.first("a record", this::all, one).stream().filter(wanted).toList();
    }

    /** The records of one operation, as soon as there is one. */
    public List<JsonNode> await(String operation) throws IOException {
        return await(record -> record.path("operation").asText().equals(operation));
    }
}
