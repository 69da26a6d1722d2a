/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.sidecar.cassandra.schema.TableSchema.UserType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** CQL types as the classes that SSTables name. */
public final class MarshalTypes {
    private static final String PACKAGE = "org.apache.cassandra.db.marshal.";

    private final String keyspace;
    private final Map<String, UserType> userTypes;

    public MarshalTypes(String keyspace, List<UserType> userTypes) {
        this.keyspace = keyspace;
        this.userTypes = userTypes.stream().collect(Collectors.toMap(UserType::name, Function.identity()));
    }

    /** @throws IllegalArgumentException for no type, or an unknown user type */
    public String of(String cqlType) {
        return of(CqlTypeParser.parse(cqlType), false);
    }

    static String composite(List<String> types) {
        return PACKAGE + "CompositeType(" + String.join(",", types) + ")";
    }

    static String reversed(String type) {
        return PACKAGE + "ReversedType(" + type + ")";
    }

    private String of(CqlType type, boolean inFrozen) {
        if (type instanceof CqlType.Native plain) {
            return PACKAGE + NativeTypes.className(plain.name());
        } else if (type instanceof CqlType.Collection collection) {
            return collection(collection, inFrozen);
        } else if (type instanceof CqlType.Frozen frozen) {
            return frozen(frozen.type(), inFrozen);
        } else if (type instanceof CqlType.Tuple tuple) {
            return PACKAGE + "TupleType(" + all(tuple.fields(), true) + ")";
        } else if (type instanceof CqlType.Vector vector) {
            return PACKAGE + "VectorType(" + of(vector.element(), inFrozen) + " , " + vector.dimension() + ")";
        } else if (type instanceof CqlType.User user) {
            return user(user.name(), inFrozen);
        }
        return ((CqlType.Custom) type).className();
    }

    // FrozenType wraps collections and user types only, and only outermost: not inside another one, nor inside a
    // tuple. A vector neither has one nor hides one.
    private String frozen(CqlType type, boolean inFrozen) {
        if (type instanceof CqlType.Collection || type instanceof CqlType.User) {
            return inFrozen ? of(type, true) : PACKAGE + "FrozenType(" + of(type, true) + ")";
        }
        return of(type, inFrozen);
    }

    private String collection(CqlType.Collection collection, boolean inFrozen) {
        String className =
                switch (collection.name()) {
                    case "list" -> "ListType";
                    case "set" -> "SetType";
                    default -> "MapType";
                };
        return PACKAGE + className + "(" + all(collection.parameters(), inFrozen) + ")";
    }

    private String user(String name, boolean inFrozen) {
        UserType type = userTypes.get(name);
        if (type == null) {
            throw new IllegalArgumentException("user type: " + name + " (expected: one of " + userTypes.keySet() + ")");
        }
        String fields = IntStream.range(0, type.fieldNames().size())
                .mapToObj(i -> hex(type.fieldNames().get(i)) + ":"
                        + of(CqlTypeParser.parse(type.fieldTypes().get(i)), inFrozen))
                .collect(Collectors.joining(","));
        return PACKAGE + "UserType(" + keyspace + "," + hex(name) + "," + fields + ")";
    }

    private String all(List<CqlType> types, boolean inFrozen) {
        return types.stream().map(type -> of(type, inFrozen)).collect(Collectors.joining(","));
    }

    private static String hex(String name) {
        return HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
    }
}
