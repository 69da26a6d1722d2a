/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * Something the plan found.
 *
 * @param code stable, for instance {@code SCHEMA_MISMATCH}; docs/api.md lists them
 * @param subject what it is about: a table, an SSTable, a directory
 * @param detail what was found and expected
 * @param remedy what to do
 */
public record Finding(String code, Severity severity, String subject, String detail, String remedy) {

    /** What a finding does to the transfer. */
    public enum Severity {
        /** Refuses it. */
        REFUSE,
        /** Refuses it unless {@code accept} names the code. */
        REFUSE_UNLESS_ACCEPTED,
        /** Leaves the SSTable out. */
        EXCLUDE,
        /** Worth knowing. */
        NOTE
    }
}
