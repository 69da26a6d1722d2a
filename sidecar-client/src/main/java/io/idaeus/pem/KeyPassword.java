/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.pem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The password of an encrypted key, as its file holds it at one moment: UTF-8, without a line break at the end. */
public record KeyPassword(Path path, String text) {
    private static final int MAX_BYTES = 4096;

    /** @throws IllegalArgumentException naming the file, when it cannot be read, is empty or holds more than one line */
    public static KeyPassword read(Path path) {
        try {
            long size = Files.size(path);
            if (size > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "%s has %,d bytes (expected: a password, at most %,d)".formatted(path, size, MAX_BYTES));
            }
            return new KeyPassword(path, line(path, Files.readString(path, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(path, e), e);
        }
    }

    private static String line(Path path, String content) {
        String password = content.replaceFirst("\\R\\z", "");
        if (password.isEmpty()) {
            throw new IllegalArgumentException("%s is empty (expected: a password)".formatted(path));
        }
        if (password.lines().count() > 1) {
            throw new IllegalArgumentException("%s has several lines (expected: a password alone)".formatted(path));
        }
        return password;
    }

    /** The path alone: the text is secret. */
    @Override
    public String toString() {
        return path.toString();
    }
}
