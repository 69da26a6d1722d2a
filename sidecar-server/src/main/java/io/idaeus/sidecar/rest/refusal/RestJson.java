/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.AnnotationIntrospectorPair;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import jakarta.inject.Singleton;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import org.jspecify.annotations.Nullable;

/** Configures the API's JSON strictly: unknown fields, missing fields and values of another type are rejected. */
@Singleton
final class RestJson implements BeanCreatedEventListener<ObjectMapper> {
    @Override
    public ObjectMapper onCreated(BeanCreatedEvent<ObjectMapper> event) {
        return configure(event.getBean());
    }

    @SuppressWarnings("deprecation") // MapperFeature on a mapper that Micronaut builds
    static ObjectMapper configure(ObjectMapper mapper) {
        mapper.registerModule(new JavaTimeModule())
                .setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT, DeserializationFeature.UNWRAP_SINGLE_VALUE_ARRAYS)
                .disable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .configure(MapperFeature.ALLOW_COERCION_OF_SCALARS, false)
                .setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL));
        for (CoercionInputShape shape : new CoercionInputShape[] {
            CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
        }) {
            mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
        }
        mapper.setAnnotationIntrospector(AnnotationIntrospectorPair.pair(
                mapper.getDeserializationConfig().getAnnotationIntrospector(), new RequiredComponents()));
        return mapper;
    }

    /** A record's component is required and not null unless it is {@code @Nullable}. */
    private static final class RequiredComponents extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
            return isRequired(member) ? Boolean.TRUE : null;
        }

        @Override
        public JsonSetter.Value findSetterInfo(Annotated annotated) {
            return isRequired(annotated) ? JsonSetter.Value.forValueNulls(Nulls.FAIL) : JsonSetter.Value.empty();
        }

        private static boolean isRequired(Annotated annotated) {
            if (!(annotated instanceof AnnotatedParameter parameter)
                    || !parameter.getDeclaringClass().isRecord()
                    || !(parameter.getOwner().getAnnotated() instanceof Executable constructor)) {
                return false;
            }
            AnnotatedType type = constructor.getAnnotatedParameterTypes()[parameter.getIndex()];
            return !type.isAnnotationPresent(Nullable.class);
        }
    }
}
