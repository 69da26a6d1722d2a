/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A type in an SSTable's serialization header, for instance {@code
 * org.apache.cassandra.db.marshal.MapType(UTF8Type,Int32Type)}: as much of {@code TypeParser}'s grammar as comparing
 * needs. Cassandra reads the bytes of a value by the type in the header, and then takes them for a value of the table's
 * type ({@code SerializationHeader.Component.toHeader}): it compares nothing.
 *
 * @param parameters those of a user type are the types of its fields: neither its name nor those of fields are in values
 */
record MarshalType(String name, List<MarshalType> parameters) {
    private static final String PACKAGE = "org.apache.cassandra.db.marshal.";
    private static final int MAX_DEPTH = 64;
    private static final String USER_TYPE = "UserType";

    // Keyspace and name.
    private static final int BEFORE_FIELDS = 2;

    private static final Set<String> MULTI_CELL = Set.of("ListType", "SetType", "MapType", USER_TYPE);

    // As AbstractType.isValueCompatibleWith has it in 4.0 to 6.0: the table's type, and what it reads besides.
    private static final Map<String, Set<String>> READ_BY = Map.of(
            "UTF8Type", Set.of("AsciiType"),
            "IntegerType", Set.of("Int32Type", "LongType"),
            "LongType", Set.of("TimestampType"),
            "TimestampType", Set.of("LongType"),
            "SimpleDateType", Set.of("Int32Type"),
            "TimeType", Set.of("LongType"),
            "UUIDType", Set.of("TimeUUIDType"));

    // As AbstractType.valueLengthIfFixed has it in 4.0 to 6.0. Values of other types have their length in front.
    private static final Map<String, Integer> LENGTHS = Map.of(
            "BooleanType", 1,
            "Int32Type", 4,
            "FloatType", 4,
            "DoubleType", 8,
            "LongType", 8,
            "TimestampType", 8,
            "DateType", 8,
            "UUIDType", 16,
            "TimeUUIDType", 16,
            "LexicalUUIDType", 16);

    static MarshalType parse(String text) {
        int[] at = {0};
        return parse(text.replace(" ", ""), at, 0);
    }

    private static MarshalType parse(String text, int[] at, int depth) {
        int start = at[0];
        while (at[0] < text.length() && "(),".indexOf(text.charAt(at[0])) < 0) {
            at[0]++;
        }
        String word = text.substring(start, at[0]);
        String name = word.substring(word.indexOf(':') + 1).replace(PACKAGE, "");
        List<MarshalType> parameters = new ArrayList<>();
        if (at[0] < text.length() && text.charAt(at[0]) == '(' && depth < MAX_DEPTH) {
            do {
                at[0]++;
                parameters.add(parse(text, at, depth + 1));
            } while (at[0] < text.length() && text.charAt(at[0]) == ',');
            at[0]++;
        }
        if (name.equals(USER_TYPE)) {
            parameters = parameters.subList(Math.min(BEFORE_FIELDS, parameters.size()), parameters.size());
        }
        return new MarshalType(name, List.copyOf(parameters));
    }

    /** Whether the other reads this type's values as what was written, or as their bytes. */
    boolean readableAs(MarshalType here) {
        return equivalent(here) || (isScalar() && here.isScalar() && isReadBy(here));
    }

    /** Whether the lengths of values are written as those of the other, which reads them. */
    boolean hasLengthsOf(MarshalType here) {
        return Objects.equals(LENGTHS.get(name), LENGTHS.get(here.name));
    }

    private boolean isReadBy(MarshalType here) {
        return here.name.equals("BytesType")
                || READ_BY.getOrDefault(here.name, Set.of()).contains(name);
    }

    private boolean isScalar() {
        return parameters.isEmpty() && !name.equals("CounterColumnType") && !name.equals("EmptyType");
    }

    /** The same type, or a user type with more fields at its end. */
    private boolean equivalent(MarshalType here) {
        boolean mayGrow = name.equals(USER_TYPE);
        int count = parameters.size();
        if (!name.equals(here.name) || (mayGrow ? count > here.parameters.size() : count != here.parameters.size())) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!parameters.get(i).equivalent(here.parameters.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether each element, or field, is a cell. Values of a dropped column are read, and thrown away, by this alone. */
    boolean isMultiCell() {
        return MULTI_CELL.contains(name);
    }
}
