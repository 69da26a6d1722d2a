/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The statements that make the types, tables, indexes and materialized views of a keyspace elsewhere. Functions and
 * aggregates are not among them.
 *
 * @param durableWrites whether writes go to the commit log
 * @param statements in an order in which they can be executed
 */
@Schema(example = KeyspaceExamples.STATEMENTS)
public record KeyspaceStatements(String keyspace, boolean durableWrites, List<SchemaStatement> statements) {}
