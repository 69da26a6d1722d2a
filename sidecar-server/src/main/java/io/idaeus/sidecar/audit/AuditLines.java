/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Lines with ids that grow by one in each process, so that a gap tells of a record that is missing. Thread-safe. */
final class AuditLines {
    private final String process;
    private final AtomicLong ids = new AtomicLong();

    AuditLines() {
        byte[] random = new byte[4];
        new SecureRandom().nextBytes(random);
        this.process = HexFormat.of().formatHex(random);
    }

    String nextId() {
        return process + "-" + ids.incrementAndGet();
    }

    byte[] of(AuditRecord record) {
        return AuditJson.line(record.id() == null ? record.withId(nextId()) : record);
    }
}
