/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.TableRef;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Tables that Cassandra does not compact while a plan copies them.
 *
 * @param notEmpty those of them that have rows at this node
 */
@Schema(example = ClaimExamples.HELD_TABLES)
public record HeldTables(List<TableRef> notEmpty) {}
