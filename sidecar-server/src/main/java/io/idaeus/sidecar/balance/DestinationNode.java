/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/** A node that needs ranges. */
public record DestinationNode(String name, Locality locality) {}
