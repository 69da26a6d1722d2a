/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** A node that holds a range. */
public record Replica(String hostId, String address, String datacenter, String rack, String status) {}
