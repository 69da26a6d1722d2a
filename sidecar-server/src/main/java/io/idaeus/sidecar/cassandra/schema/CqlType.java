/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import java.util.List;

/** A parsed CQL type of Cassandra's schema tables. */
sealed interface CqlType {
    record Native(String name) implements CqlType {}

    record Collection(String name, List<CqlType> parameters) implements CqlType {}

    record Tuple(List<CqlType> fields) implements CqlType {}

    record Vector(CqlType element, int dimension) implements CqlType {}

    record Frozen(CqlType type) implements CqlType {}

    /** A user type of the same keyspace. */
    record User(String name) implements CqlType {}

    /** A Java class, in quotes. */
    record Custom(String className) implements CqlType {}
}
