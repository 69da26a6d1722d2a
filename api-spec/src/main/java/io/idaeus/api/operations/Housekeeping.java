/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import io.idaeus.api.node.CertificateInfo;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Leftovers at a node that an operator may remove.
 *
 * @param cleanupDue tables that hold rows outside the node's ranges, by name
 * @param orphans what is in staging and belongs to no transfer; the sidecar never deletes it
 * @param certificates that the sidecar presents or trusts, those that expire first at the front
 */
@Schema(example = OperationExamples.HOUSEKEEPING)
public record Housekeeping(
        List<TableCleanup> cleanupDue, List<StagingOrphan> orphans, List<CertificateInfo> certificates) {}
