/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

/** Address of the data plane, as peers reach it. */
public record DataPlane(String host, int port, boolean tls) {}
