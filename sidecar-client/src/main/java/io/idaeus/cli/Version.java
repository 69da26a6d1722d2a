/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(Idaeus.class.getPackage().getImplementationVersion())
                .orElse("(not built as a jar)");
        return new String[] {"idaeus " + version};
    }
}
