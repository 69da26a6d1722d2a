/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import io.micronaut.core.type.Argument;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Describes the values of a parameter, for messages. */
public final class Expected {
    // As JSON writes it; Java reads +5 and the digits of other scripts, too.
    private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*)");

    private Expected() {}

    public static String of(Argument<?> argument) {
        return of(item(argument));
    }

    /** Whether the text is a value of an enum, boolean or integer parameter; true for other types. */
    public static boolean isExactly(Argument<?> argument, String text) {
        Class<?> type = item(argument);
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .anyMatch(value -> value.toString().equals(text));
        }
        if (isInteger(type)) {
            return INTEGER.matcher(text).matches();
        }
        return !isBoolean(type) || text.equals("true") || text.equals("false");
    }

    private static boolean isInteger(Class<?> type) {
        return type == Integer.class || type == Long.class || type == int.class || type == long.class;
    }

    private static boolean isBoolean(Class<?> type) {
        return type == Boolean.class || type == boolean.class;
    }

    private static Class<?> item(Argument<?> argument) {
        return argument.getTypeParameters().length == 1
                ? argument.getTypeParameters()[0].getType()
                : argument.getType();
    }

    public static String of(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
        }
        if (isInteger(type)) {
            return "a whole number";
        }
        if (isBoolean(type)) {
            return "true or false";
        }
        if (type == byte[].class) {
            return "Base64";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : "text";
    }
}
