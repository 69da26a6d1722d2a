/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/**
 * The part of a table that moves.
 *
 * @param bytes to move, over all destinations
 * @param bytesNeeded of them, within the ranges of the destinations
 */
public record PlanTable(String table, long bytes, long bytesNeeded) {}
