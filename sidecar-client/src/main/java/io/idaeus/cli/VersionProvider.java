/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class VersionProvider implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(IdaeusCommand.class.getPackage().getImplementationVersion())
                .orElse("(not built as a jar)");
        return new String[] {"idaeus " + version};
    }
}
