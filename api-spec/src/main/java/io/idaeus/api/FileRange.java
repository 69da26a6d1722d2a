/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * Bytes of a file.
 *
 * @param from position of the first
 * @param to position after the last
 */
public record FileRange(long from, long to) {}
