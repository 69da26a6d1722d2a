/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes an error in a JSON body in one sentence. */
final class JsonMistake {
    private JsonMistake() {}

    /** Null where the failure is not about JSON. */
    static @Nullable String describe(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JsonProcessingException mistake) {
                return "Invalid body" + at(mistake.getLocation()) + ": " + what(mistake) + ".";
            }
        }
        return null;
    }

    private static String what(JsonProcessingException mistake) {
        if (mistake instanceof UnrecognizedPropertyException unknown) {
            return "unknown field " + path(unknown) + " (expected: "
                    + unknown.getKnownPropertyIds().stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        if (mistake instanceof InvalidFormatException format && format.getTargetType() != null) {
            return path(format) + ": found \"" + format.getValue() + "\", expected "
                    + Expected.of(format.getTargetType());
        }
        return mistake instanceof JsonMappingException mapping ? mismatch(mapping) : firstSentence(mistake);
    }

    private static String mismatch(JsonMappingException mistake) {
        String path = path(mistake);
        String sentence = firstSentence(mistake);
        if (sentence.startsWith("Missing required")) {
            return path + " is missing";
        }
        if (mistake instanceof MismatchedInputException mismatch
                && mismatch.getTargetType() != null
                && sentence.startsWith("Cannot ")) {
            return (path.isEmpty() ? "" : path + ": ") + "expected " + Expected.of(mismatch.getTargetType());
        }
        return path.isEmpty() ? sentence : path + ": " + sentence;
    }

    private static String firstSentence(JsonProcessingException mistake) {
        return mistake.getOriginalMessage()
                .replaceAll("\\s+", " ")
                .replaceAll(" \\((for Object|start marker).*| at \\[Source.*", "")
                .replaceAll("`?(java\\.lang|java\\.util|java\\.time|io\\.idaeus\\.api)\\.([A-Za-z$]+)", "`$2")
                .replaceAll("JsonToken\\.", "")
                .replaceAll("\\.$", "");
    }

    private static String path(JsonMappingException mistake) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : mistake.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String at(@Nullable JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
