/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.ui;

import java.util.List;

/**
 * The document that the page reads first, at {@code sidecars.json}.
 *
 * @param sidecars that it shows
 */
public record UiSidecars(List<Sidecar> sidecars) {

    /**
     * @param name for people
     * @param base prefix of its addresses, relative to the page's; {@code /v1/node} and the like follow
     */
    public record Sidecar(String name, String base) {}
}
