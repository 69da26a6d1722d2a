/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The JSON of records on disk: ISO-8601 times, no nulls. Unknown fields are ignored and absent ones are null or zero,
 * so that older and newer sidecars read each other's records. A record's constructor checks its mandatory fields.
 */
public final class StateJson {
    // Its cache of serializers and deserializers is filled once.
    private static final ObjectMapper SHARED = mapper();

    private StateJson() {}

    public static ObjectReader reader(Class<?> type) {
        return SHARED.readerFor(type);
    }

    public static ObjectWriter writer(Class<?> type) {
        return SHARED.writerFor(type);
    }

    public static byte[] bytes(Object value) {
        try {
            return SHARED.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a " + value.getClass().getSimpleName() + " is not for JSON", e);
        }
    }

    /** A new one, which the caller may configure. */
    public static ObjectMapper mapper() {
        return JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .disable(
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                // Build deserializers at the first use, not at the start.
                .disable(DeserializationFeature.EAGER_DESERIALIZER_FETCH)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    public static <T> T read(byte[] json, Class<T> type) throws IOException {
        T value = SHARED.readValue(json, type);
        if (value == null) {
            throw new IOException("null (expected: a JSON object)");
        }
        return value;
    }

    /** As {@link #read(byte[], Class)}, for JSON that anybody may have written: nothing is null that may not be. */
    public static <T> T readComplete(byte[] json, Class<T> type) throws IOException {
        T value = read(json, type);
        Optional<String> missing = MissingFields.first(value);
        if (missing.isPresent()) {
            throw new IOException(missing.get() + " is missing");
        }
        return value;
    }

    public static <T> T read(Path file, Class<T> type) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            T value = SHARED.readValue(in, type);
            if (value == null) {
                throw new IOException(file + " holds null (expected: a JSON object)");
            }
            return value;
        }
    }
}
