/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The password never appears in text. */
public record Credentials(String user, String password) {
    static @Nullable Credentials read(Section section) {
        String user = section.find("user", Value.TEXT);
        String inline = section.findSecret("password");
        Path file = section.find("passwordFile", Value.PATH);
        if (inline != null && file != null) {
            section.refuse("passwordFile", file.toString(), "either password or passwordFile, not both");
        }
        String password = file == null ? inline : firstLine(section, file);
        if (user == null && password != null) {
            section.refuse("user", "nothing", "the user beside the password");
        }
        if (user != null && inline == null && file == null) {
            section.refuse("user", user, "password or passwordFile beside it");
        }
        return user == null || password == null ? null : new Credentials(user, password);
    }

    private static @Nullable String firstLine(Section section, Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (MalformedInputException e) {
            section.refuse("passwordFile", file.toString(), "a file of UTF-8 text");
        } catch (IOException e) {
            section.refuse("passwordFile", file.toString(), "a file that this user can read (" + e + ")");
        }
        return null;
    }

    @Override
    public String toString() {
        return user + ":***";
    }
}
