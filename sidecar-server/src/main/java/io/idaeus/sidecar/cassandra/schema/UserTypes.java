/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.sidecar.cassandra.schema.TableSchema.UserType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The user types that columns use, directly or through another. */
final class UserTypes {
    private final Map<String, UserType> known;
    private final Map<String, UserType> used = new TreeMap<>();

    private UserTypes(Map<String, UserType> known) {
        this.known = known;
    }

    /** By name. */
    static List<UserType> usedBy(Collection<String> columnTypes, Map<String, UserType> known) {
        UserTypes types = new UserTypes(known);
        columnTypes.forEach(type -> types.visit(CqlTypeParser.parse(type)));
        return List.copyOf(types.used.values());
    }

    private void visit(CqlType type) {
        if (type instanceof CqlType.Collection collection) {
            collection.parameters().forEach(this::visit);
        } else if (type instanceof CqlType.Tuple tuple) {
            tuple.fields().forEach(this::visit);
        } else if (type instanceof CqlType.Vector vector) {
            visit(vector.element());
        } else if (type instanceof CqlType.Frozen frozen) {
            visit(frozen.type());
        } else if (type instanceof CqlType.User user) {
            visit(user);
        }
    }

    private void visit(CqlType.User user) {
        UserType type = known.get(user.name());
        if (type != null && used.put(type.name(), type) == null) {
            type.fieldTypes().forEach(field -> visit(CqlTypeParser.parse(field)));
        }
    }
}
