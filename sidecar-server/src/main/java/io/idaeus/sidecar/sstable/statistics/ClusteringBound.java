/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.util.List;

/**
 * Skips a bound of the covered clustering, from versions oa and da on (Cassandra's {@code
 * ClusteringBoundOrBoundary}).
 */
final class ClusteringBound {
    private static final String MARSHAL = "org.apache.cassandra.db.marshal.";
    private static final int VARIABLE = -1;
    private static final int MAX_NESTING = 16;
    private static final int VALUES_PER_HEADER = 32;

    private ClusteringBound() {}

    static void skip(Cursor in, List<String> types) throws SstableException {
        in.u8(); // kind
        int size = in.u16();
        if (size > types.size()) {
            throw in.corrupt("a bound of " + size + " clustering values (expected: at most " + types.size() + ")");
        }
        for (int from = 0; from < size; from += VALUES_PER_HEADER) {
            long header = in.vint();
            for (int i = from; i < Math.min(size, from + VALUES_PER_HEADER); i++) {
                // Two bits a value: empty, null.
                if (((header >>> (2 * (i - from))) & 3) == 0) {
                    int fixed = fixedLength(types.get(i), 0);
                    in.skip(fixed == VARIABLE ? in.vint() : fixed);
                }
            }
        }
    }

    // Bytes of each value; VARIABLE if a length precedes each.
    static int fixedLength(String type, int nesting) {
        if (!type.startsWith(MARSHAL) || nesting > MAX_NESTING) {
            return VARIABLE;
        }
        String name = type.substring(MARSHAL.length());
        int open = name.indexOf('(');
        if (open >= 0) {
            return parameterized(name.substring(0, open), name.substring(open + 1), nesting);
        }
        return switch (name) {
            case "EmptyType" -> 0;
            case "BooleanType" -> 1;
            case "Int32Type", "FloatType" -> 4;
            case "LongType", "DoubleType", "TimestampType", "DateType" -> 8;
            case "UUIDType", "TimeUUIDType", "LexicalUUIDType" -> 16;
            default -> VARIABLE;
        };
    }

    // The parameters end with the closing parenthesis.
    private static int parameterized(String name, String parameters, int nesting) {
        if (!parameters.endsWith(")")) {
            return VARIABLE;
        }
        String inner = parameters.substring(0, parameters.length() - 1);
        return switch (name) {
            case "ReversedType" -> fixedLength(inner.strip(), nesting + 1);
            case "VectorType" -> vector(inner, nesting);
            default -> VARIABLE;
        };
    }

    // Element type, comma, dimension.
    private static int vector(String parameters, int nesting) {
        int comma = parameters.lastIndexOf(',');
        String dimension = parameters.substring(comma + 1).strip();
        if (comma < 0 || !dimension.matches("\\d{1,5}")) {
            return VARIABLE;
        }
        int element = fixedLength(parameters.substring(0, comma).strip(), nesting + 1);
        long length = (long) element * Integer.parseInt(dimension);
        return element == VARIABLE || length > Integer.MAX_VALUE ? VARIABLE : (int) length;
    }
}
