/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.node.DataPlane;
import java.util.List;

/**
 * The facts that the sidecar reports about itself.
 *
 * @param insecure whether a plane listens beyond loopback without TLS
 */
public record SidecarFacts(String version, DataPlane dataPlane, List<String> capabilities, boolean insecure) {}
