/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last lines of a log file, for messages. */
public final class LogTail {
    private static final int BYTES = 6_000;

    private LogTail() {}

    public static String of(Path log) {
        if (!Files.exists(log)) {
            return "(no " + log + ")";
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - BYTES));
            byte[] tail = new byte[BYTES];
            int length = Math.max(0, file.read(tail));
            return log + ":\n" + new String(tail, 0, length, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "(cannot read " + log + ": " + e + ")";
        }
    }
}
