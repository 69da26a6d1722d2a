/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * JSON as on the wire: ISO-8601 instants, no null fields. Unknown fields are ignored, so that a newer sidecar can be
 * called; {@link ContractNulls} checks missing ones.
 */
public final class ClientJson {

    private static final ObjectMapper MAPPER = mapper(AnswerBound.tokens());

    private ClientJson() {}

    /** The shared mapper; do not reconfigure it. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** @param tokens of JSON that a document may have at most */
    static ObjectMapper mapper(long tokens) {
        StreamReadConstraints bound =
                StreamReadConstraints.builder().maxTokenCount(tokens).build();
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(bound).build())
                .addModule(new JavaTimeModule())
                .annotationIntrospector(
                        AnnotationIntrospector.pair(new JacksonAnnotationIntrospector(), new ContractNulls()))
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }
}
