/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Events that a caller may read.
 *
 * @param place counts the reader; taken when it begins to read, and freed when it ends
 * @param begin registers a reader until the result is closed
 */
public record Watch<T>(StreamQuota.Place place, Function<Consumer<T>, AutoCloseable> begin) {}
