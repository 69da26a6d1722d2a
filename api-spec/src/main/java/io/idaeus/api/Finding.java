/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Something a check of the plan found.
 *
 * @param code stable identifier, for instance {@code SCHEMA_MISMATCH}; docs/findings.md lists them
 * @param subject the table, SSTable or directory it is about
 * @param detail what was found and what was expected
 * @param remedy what to do
 * @param source host id of the one source that it is about; absent where it is not about one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(
        String code,
        Severity severity,
        String subject,
        String detail,
        String remedy,
        @Nullable String source) {
    /** Not about one source. */
    public Finding(String code, Severity severity, String subject, String detail, String remedy) {
        this(code, severity, subject, detail, remedy, null);
    }

    public Finding withSeverity(Severity other) {
        return new Finding(code, other, subject, detail, remedy, source);
    }

    public Finding ofSource(String hostId) {
        return new Finding(code, severity, subject, detail, remedy, hostId);
    }

    /** Effect on the transfer. */
    public enum Severity {
        /** The transfer is refused. */
        REFUSE,
        /** The transfer is refused unless {@code accept} names the code. */
        REFUSE_UNLESS_ACCEPTED,
        /** The SSTable is not transferred. */
        EXCLUDE,
        /** Information only. */
        NOTE
    }
}
