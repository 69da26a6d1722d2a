/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/**
 * The newest audit records.
 *
 * @param records oldest first
 */
public record AuditTail(List<AuditEntry> records) {}
