/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/**
 * The bytes that a source sends to all destinations.
 *
 * @param bytes an estimate, with {@link SourceNode#wholeFileBytes}
 * @param time {@code bytes} divided by the source's weight
 */
public record SourceLoad(String source, long bytes, double time) {}
