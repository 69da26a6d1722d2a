/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.micronaut.core.type.Argument;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Names what a parameter takes, for messages. */
final class Expected {
    private Expected() {}

    static String of(Argument<?> argument) {
        Class<?> type = argument.getTypeParameters().length == 1
                ? argument.getTypeParameters()[0].getType()
                : argument.getType();
        return of(type);
    }

    static String of(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
        }
        if (type == Integer.class || type == Long.class || type == int.class || type == long.class) {
            return "a whole number";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : "text";
    }
}
