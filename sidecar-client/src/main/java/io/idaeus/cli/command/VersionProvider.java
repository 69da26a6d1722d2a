/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
public final class VersionProvider implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"idaeus " + Objects.requireNonNullElse(number(), "(not built as a jar)")};
    }

    /** Null where the command was not built as a jar. */
    public static @Nullable String number() {
        return VersionProvider.class.getPackage().getImplementationVersion();
    }
}
