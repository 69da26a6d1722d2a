/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

/** Why an SSTable is unreadable: a stable code, and what was found and expected. */
public record SstableProblem(String code, String detail) {}
