/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.lang.reflect.Constructor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses responses that lack a field which is not {@code @Nullable}, or whose lists hold a null. A field added to the
 * contract later must therefore be {@code @Nullable}, or older sidecars cannot be called.
 */
final class ContractNulls extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
        return recordComponent(member).map(parameter -> !isNullable(parameter)).orElse(null);
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated annotated) {
        return recordComponent(annotated)
                .filter(parameter -> !isNullable(parameter))
                .map(parameter -> JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL))
                .orElse(JsonSetter.Value.empty());
    }

    private static Optional<AnnotatedParameter> recordComponent(Annotated annotated) {
        return annotated instanceof AnnotatedParameter parameter
                        && parameter.getDeclaringClass().isRecord()
                        && parameter.getOwner().getMember() instanceof Constructor<?>
                ? Optional.of(parameter)
                : Optional.empty();
    }

    private static boolean isNullable(AnnotatedParameter parameter) {
        Constructor<?> constructor = (Constructor<?>) parameter.getOwner().getMember();
        return constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(Nullable.class);
    }
}
