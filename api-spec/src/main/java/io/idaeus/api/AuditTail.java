/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The newest audit records.
 *
 * @param records oldest first
 */
@Schema(example = Examples.AUDIT)
public record AuditTail(List<AuditEntry> records) {}
