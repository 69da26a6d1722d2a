/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

/**
 * A node of a ring, or one that is to join it.
 *
 * @param id unique in the ring
 */
public record RingNode(String id, String datacenter, String rack) {}
