/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

/** The settings of the log. */
public record LogConfig(Format format) {

    /** The form of one event. */
    public enum Format {
        TEXT,
        JSON
    }

    static LogConfig read(Section section) {
        return new LogConfig(section.get("format", Value.oneOf(Format.class), Format.TEXT));
    }
}
