/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds what a record read from JSON lacks: components that are not {@link Nullable}, and elements of lists. */
final class MissingFields {
    private MissingFields() {}

    /** For instance {@code destinations[].sidecar}; empty where nothing is missing. */
    static Optional<String> first(Object value) {
        return first("", value);
    }

    private static Optional<String> first(String path, @Nullable Object value) {
        if (value == null) {
            return Optional.of(path);
        }
        Stream<Optional<String>> parts = Stream.empty();
        if (value instanceof Record parent) {
            parts = Arrays.stream(parent.getClass().getRecordComponents())
                    .map(component -> first(path, parent, component));
        } else if (value instanceof Collection<?> elements) {
            parts = elements.stream().map(element -> first(path + "[]", element));
        } else if (value instanceof Map<?, ?> entries) {
            parts = entries.values().stream().map(element -> first(path + "{}", element));
        }
        return parts.flatMap(Optional::stream).findFirst();
    }

    private static Optional<String> first(String path, Record parent, RecordComponent component) {
        Object value;
        try {
            value = component.getAccessor().invoke(parent);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(parent.getClass() + " is not public, or opens no component", e);
        }
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return value == null && optional
                ? Optional.empty()
                : first(path.isEmpty() ? component.getName() : path + "." + component.getName(), value);
    }
}
