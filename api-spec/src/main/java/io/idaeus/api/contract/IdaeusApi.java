/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.contract;

import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.info.License;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import io.swagger.v3.oas.annotations.tags.Tag;

/** The OpenAPI document's title, introduction and tags. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Idaeus",
                        version = "v1",
                        description =
                                "Control plane of a sidecar beside an Apache Cassandra node. It lists SSTables by token"
                                        + " range, takes snapshots, and runs transfers that bring SSTables to this node, prove"
                                        + " every byte and import them. Tokens and microsecond timestamps are strings, because"
                                        + " they exceed 2^53. A token range is `left:right`, meaning (left, right]; `left ≥ right`"
                                        + " wraps around the ring, and `left = right` is the whole ring. Every error is a"
                                        + " problem document (RFC 9457) with a stable type.",
                        license = @License(name = "Apache-2.0")),
        tags = {
            @Tag(name = "node", description = "The node, its keyspaces and its ring"),
            @Tag(name = "sstables", description = "SSTables by token range"),
            @Tag(name = "snapshots", description = "Snapshots, their manifests and their leases"),
            @Tag(name = "transfers", description = "Transfers to this node"),
            @Tag(name = "plans", description = "Plans that replace a node or fill a data centre"),
            @Tag(name = "events", description = "What happens at this sidecar, as it happens"),
            @Tag(name = "cluster", description = "The cluster as this node sees it"),
            @Tag(name = "claims", description = "What the coordinator of a plan asks of a destination"),
            @Tag(name = "comparisons", description = "Comparisons of this cluster with another one, row by row"),
            @Tag(name = "rows", description = "Rows of this cluster, for comparisons with another one"),
            @Tag(name = "limits", description = "Rate limits of this node"),
            @Tag(name = "imports", description = "Imports of staged SSTables"),
            @Tag(name = "housekeeping", description = "What is left to tidy up, and who did what"),
            @Tag(name = "operations", description = "Health and metrics")
        })
@SecurityScheme(
        name = Needs.CERTIFICATE,
        type = SecuritySchemeType.HTTP,
        scheme = "mutual",
        description =
                "A client certificate that an issuer in `tls.trust` signed. OpenAPI 3.0 has no type for it: 3.1 calls it `mutualTLS`")
@SecurityScheme(
        name = Needs.TOKEN,
        type = SecuritySchemeType.HTTP,
        scheme = "bearer",
        bearerFormat = "JWT",
        description = "A token that the keys of `tokens.keys` signed")
interface IdaeusApi {}
