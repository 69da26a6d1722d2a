/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.context;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configuration file of the command cannot be used. Each problem names the key, what was found, and what was expected. */
public final class ContextException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final transient List<String> problems;

    ContextException(Path file, List<String> problems, @Nullable Throwable cause) {
        super(file + ": " + String.join("; ", problems), cause);
        this.file = file.toString();
        this.problems = List.copyOf(problems);
    }

    public String file() {
        return file;
    }

    public List<String> problems() {
        return problems;
    }
}
