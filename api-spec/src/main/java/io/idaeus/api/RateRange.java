/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * Where a rate may move.
 *
 * @param floor bytes a second that are always allowed
 * @param ceiling bytes a second that are never passed
 */
public record RateRange(long floor, long ceiling) {}
