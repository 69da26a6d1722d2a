/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * A part of what was approved, which a destination keeps for a sidecar that adopts the plan.
 *
 * @param parts how many there are
 * @param data bytes; those of all parts in order are the coordinator's JSON, compressed by gzip
 */
// Nobody compares parts.
@SuppressWarnings("ArrayRecordComponent")
public record DraftPart(String digest, long fence, int parts, byte[] data) {}
