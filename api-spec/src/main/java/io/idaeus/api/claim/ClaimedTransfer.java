/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.value.Bounded;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import java.util.List;

/**
 * A transfer of a plan.
 *
 * @param key the same key returns the same transfer; {@code [a-zA-Z0-9_.-]}, 1 to 128 characters
 * @param owned token ranges that count as this node's, for the one keyspace of the transfer
 * @param phases of the node in which the transfer may run
 * @param since ids of earlier transfers of the plan; what they imported does not move again
 */
@Bounded.Fields
public record ClaimedTransfer(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,
        @Bounded.Key String key,
        TransferRequest transfer,
        @Bounded.Ranges List<String> owned,
        @ArraySchema(minItems = 1) List<CassandraProcess.Phase> phases,
        List<String> since) {}
