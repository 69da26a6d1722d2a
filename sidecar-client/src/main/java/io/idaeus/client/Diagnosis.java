/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One finding of {@code doctor}, of the command and of the sidecar.
 *
 * @param check what was looked at, for instance {@code certificate}
 * @param found what is there
 * @param remedy how to mend it; null where nothing is wrong
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Diagnosis(
        Status status, String check, String found, @Nullable String remedy) {

    public Diagnosis {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(check, "check");
        Objects.requireNonNull(found, "found");
    }

    /** How bad it is. */
    public enum Status {
        OK,
        /** The sidecar works; something will or may go wrong. */
        WARN,
        /** Something does not work. */
        FAIL
    }

    public static Diagnosis ok(String check, String found) {
        return new Diagnosis(Status.OK, check, found, null);
    }

    public static Diagnosis warn(String check, String found, String remedy) {
        return new Diagnosis(Status.WARN, check, found, remedy);
    }

    public static Diagnosis fail(String check, String found, String remedy) {
        return new Diagnosis(Status.FAIL, check, found, remedy);
    }

    /** A line of what was found, and one of the remedy. */
    public String text() {
        String line = "%-4s  %-13s  %s%n".formatted(status.name().toLowerCase(Locale.ROOT), check, found);
        return remedy == null ? line : line + "%21s-> %s%n".formatted("", remedy);
    }
}
