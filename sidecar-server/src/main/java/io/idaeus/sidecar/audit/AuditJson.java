/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records as lines of JSON, bounded in length, in ASCII: what a caller sends cannot begin a line of its own. */
final class AuditJson {
    private static final int LONGEST_TEXT = 500;
    private static final int MOST_TARGETS = 16;

    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private AuditJson() {}

    /** Ends with a line feed. */
    static byte[] line(AuditRecord record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            text(json, "time", record.time().toString());
            text(json, "id", record.id());
            text(json, "plane", record.plane().name().toLowerCase(Locale.ROOT));
            text(json, "operation", record.operation());
            target(json, record.target());
            actor(json, record.actor());
            text(json, "requestedBy", record.requestedBy());
            number(json, "status", record.status());
            text(json, "result", record.result());
            number(json, "durationMillis", record.durationMillis());
            number(json, "count", record.count());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    private static void target(JsonGenerator json, Map<String, String> target) throws IOException {
        if (target.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("target");
        int left = MOST_TARGETS;
        for (Map.Entry<String, String> entry : target.entrySet()) {
            if (left-- > 0) {
                text(json, entry.getKey(), entry.getValue());
            }
        }
        json.writeEndObject();
    }

    private static void actor(JsonGenerator json, Actor actor) throws IOException {
        text(json, "identity", actor.identity());
        text(json, "issuer", actor.issuer());
        text(json, "roles", actor.roles().isEmpty() ? null : actor.roles());
        text(json, "address", actor.address());
    }

    private static void text(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(
                    name, value.length() <= LONGEST_TEXT ? value : value.substring(0, LONGEST_TEXT) + "...");
        }
    }

    private static void number(JsonGenerator json, String name, @Nullable Number value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value.longValue());
        }
    }
}
