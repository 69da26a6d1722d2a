/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;
import io.swagger.v3.oas.annotations.tags.Tag;

/** What the OpenAPI document says of the whole. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Idaeus",
                        version = "v1",
                        description =
                                "The control plane of a sidecar beside an Apache Cassandra node: lists SSTables by"
                                        + " token range, snapshots them, and runs transfers that bring SSTables to this node,"
                                        + " prove every byte and import them. Tokens and microsecond timestamps are strings,"
                                        + " since they pass 2^53. A token range is `left:right`, meaning (left, right]; `left ≥"
                                        + " right` wraps, `left = right` is the whole ring. Every error is a problem document"
                                        + " (RFC 9457) with a stable type.",
                        license = @License(name = "Apache-2.0")),
        tags = {
            @Tag(name = "node", description = "The node, its keyspaces and its ring"),
            @Tag(name = "sstables", description = "SSTables by token range"),
            @Tag(name = "snapshots", description = "Snapshots, their manifests, and the leases that keep them"),
            @Tag(name = "transfers", description = "Transfers to this node"),
            @Tag(name = "limits", description = "How fast bytes may go"),
            @Tag(name = "imports", description = "Imports of staged SSTables"),
            @Tag(name = "operations", description = "Health and meters")
        })
interface IdaeusApi {}
