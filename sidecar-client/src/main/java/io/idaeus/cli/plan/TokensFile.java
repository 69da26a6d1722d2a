/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.cli.command.Converters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A file with the tokens of new nodes. Each line has the address of a sidecar, then tokens, with blanks or commas between
 * them. Empty lines count for nothing, and those that begin with {@code #}.
 */
final class TokensFile implements ITypeConverter<TokensFile.Tokens> {
    /** @param byNode tokens, by the address of the sidecar */
    record Tokens(Map<String, List<String>> byNode) {}

    @Override
    public Tokens convert(String file) {
        Map<String, List<String>> tokens = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            List<String> words = Arrays.stream(text.split("[\\s,]+")).toList();
            if (words.size() < 2) {
                throw wrong(file, number, "'" + text + "' (expected: the address of a sidecar, then its tokens)");
            }
            Converters.address(words.get(0));
            if (tokens.put(words.get(0), words.subList(1, words.size())) != null) {
                throw wrong(file, number, words.get(0) + " once more (expected: each sidecar once)");
            }
        }
        if (tokens.isEmpty()) {
            throw new TypeConversionException(
                    file + " has no tokens (expected: lines with the address of a sidecar, then its tokens)");
        }
        return new Tokens(tokens);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException | RuntimeException e) {
            throw new TypeConversionException(file + " cannot be read: " + e);
        }
    }

    private static TypeConversionException wrong(String file, int line, String what) {
        return new TypeConversionException(file + ", line " + line + ": " + what);
    }
}
