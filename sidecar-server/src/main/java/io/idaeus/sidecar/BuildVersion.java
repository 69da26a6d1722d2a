/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

/** The version of this build. */
final class BuildVersion {
    private BuildVersion() {}

    /** {@code dev} where the classes come from no jar. */
    static String current() {
        String version = BuildVersion.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
