/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.idaeus.api.transfer.TransferRequest.Compression;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * JSON as on the wire: ISO-8601 instants, no null fields. Unknown fields are ignored, so that a newer sidecar can be
 * called; {@link ContractNulls} checks missing ones.
 */
public final class ClientJson {

    private static final ObjectMapper MAPPER = make();

    /** In bytes. From here on, answers are read one at a time: several at once would fill the heap. */
    private static final int LARGE = 1 << 20;

    private static final Object ONE_LARGE_ANSWER = new Object();

    private ClientJson() {}

    /** The shared mapper; do not reconfigure it. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /**
     * Reads an answer of a sidecar.
     *
     * @return null for the text {@code null}
     * @throws StreamConstraintsException where its values would take more of the heap than {@link AnswerBound#weight} allows
     */
    static <T> @Nullable T read(byte[] answer, Class<T> type) throws IOException {
        long most = AnswerBound.of(type).weight();
        if (answer.length < LARGE) {
            return read(answer, type, most);
        }
        synchronized (ONE_LARGE_ANSWER) {
            return read(answer, type, most);
        }
    }

    /** @param most how many bytes of the heap the values may take */
    static <T> @Nullable T read(byte[] answer, Class<T> type, long most) throws IOException {
        try (JsonParser parser = new WeighedParser(MAPPER.createParser(answer), most)) {
            return MAPPER.readValue(parser, type);
        }
    }

    private static ObjectMapper make() {
        return JsonMapper.builder(JsonFactory.builder()
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        .build())
                .addModule(new JavaTimeModule())
                .annotationIntrospector(
                        AnnotationIntrospector.pair(new JacksonAnnotationIntrospector(), new ContractNulls()))
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .addHandler(new RetiredCompression())
                .build();
    }

    /** Transfers of earlier sidecars may have the compression AUTO, which is gone. It is read as OFF, as by a sidecar. */
    private static final class RetiredCompression extends DeserializationProblemHandler {
        @Override
        public Object handleWeirdStringValue(
                DeserializationContext context, Class<?> wanted, String value, String failure) {
            return wanted == Compression.class && value.equals("AUTO") ? Compression.OFF : NOT_HANDLED;
        }
    }
}
