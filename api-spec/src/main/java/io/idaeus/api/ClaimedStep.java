/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** A step that the coordinator of a plan asks a destination for. */
public record ClaimedStep(String digest, long fence) {}
