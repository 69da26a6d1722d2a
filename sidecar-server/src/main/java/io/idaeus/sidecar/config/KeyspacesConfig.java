/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.util.List;

/**
 * The keyspaces whose SSTables are listed and moved.
 *
 * @param allow names with {@code *} and {@code ?}; empty for all
 * @param deny the same, and stronger
 */
public record KeyspacesConfig(List<String> allow, List<String> deny) {
    static KeyspacesConfig read(Section section) {
        return new KeyspacesConfig(section.list("allow", Value.KEYSPACES), section.list("deny", Value.KEYSPACES));
    }
}
