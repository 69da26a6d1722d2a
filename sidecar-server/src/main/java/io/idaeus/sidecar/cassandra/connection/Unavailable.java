/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.EOFException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates CASSANDRA_UNAVAILABLE problems. */
public record Unavailable(String service, CassandraSettings.Endpoint endpoint, String advice) {
    private static final Pattern INTERNALS = Pattern.compile("^(\\[[^\\]]*\\] ?)+");

    ProblemException problem(String what, String found, @Nullable Throwable cause) {
        return new ProblemException(
                ProblemType.CASSANDRA_UNAVAILABLE,
                service + " at " + endpoint + ": " + found + " (asked for: " + what + "). " + advice,
                cause);
    }

    ProblemException problem(String what, Throwable cause) {
        return problem(what, new ConnectFailure(endpoint, key(), cause).explained(), cause);
    }

    private String key() {
        return "cassandra." + service.toLowerCase(Locale.ROOT);
    }

    ProblemException interrupted(String what, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return problem(what, "the caller was interrupted", cause);
    }

    // The innermost, which names the fault.
    public static String rootMessage(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; depth < 20 && root.getCause() != null; depth++) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null || message.isBlank() ? inWords(root) : inWords(message);
    }

    // A closed connection has no message of its own.
    private static String inWords(Throwable wordless) {
        if (wordless instanceof ClosedChannelException || wordless instanceof EOFException) {
            return "the connection was closed";
        }
        String words = wordless.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        return words.replaceFirst(" (Exception|Error)$", "").toLowerCase(Locale.ROOT);
    }

    // The CQL driver puts its own names of sessions and nodes into messages.
    private static String inWords(String message) {
        return INTERNALS.matcher(message).replaceFirst("").replaceAll("Node\\(endPoint=/?([^,]+),[^)]*\\)", "$1");
    }
}
