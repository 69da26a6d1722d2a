/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.idaeus.client.ClientJson;

/** Answers for scripts. JSON and YAML have the same fields, those of the API. */
public final class Structured {

    private Structured() {}

    public static String json(Object answer) {
        return write(ClientJson.mapper().writerWithDefaultPrettyPrinter(), answer);
    }

    /** On one line. */
    public static String line(Object answer) {
        return write(ClientJson.mapper().writer(), answer);
    }

    /** Ends with a new line. */
    public static String yaml(Object answer) {
        // Not at the start: few calls print YAML. Strings keep their quotes: tokens are strings of digits.
        YAMLFactory factory = YAMLFactory.builder()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .disable(YAMLGenerator.Feature.SPLIT_LINES)
                .build();
        return write(ClientJson.mapper().writer().with(factory), answer);
    }

    private static String write(ObjectWriter writer, Object answer) {
        try {
            return writer.writeValueAsString(answer);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("An answer that was read cannot be written: " + answer, impossible);
        }
    }
}
