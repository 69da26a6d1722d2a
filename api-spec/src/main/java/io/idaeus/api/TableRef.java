/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** The name of a table. */
public record TableRef(String keyspace, String table) {}
