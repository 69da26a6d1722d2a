/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The newest audit records.
 *
 * @param records oldest first
 */
@Schema(example = OperationExamples.AUDIT)
public record AuditTail(List<AuditEntry> records) {}
