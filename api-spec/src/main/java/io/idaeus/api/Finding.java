/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * Something a check of the plan found.
 *
 * @param code stable identifier, for instance {@code SCHEMA_MISMATCH}; docs/api.md lists them
 * @param subject the table, SSTable or directory it is about
 * @param detail what was found and what was expected
 * @param remedy what to do
 */
public record Finding(String code, Severity severity, String subject, String detail, String remedy) {

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
