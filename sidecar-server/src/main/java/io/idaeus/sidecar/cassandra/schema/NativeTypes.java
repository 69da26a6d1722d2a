/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import java.util.Map;

/** CQL's native types and their classes, the same in 4.0 to 6.0. */
final class NativeTypes {
    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("ascii", "AsciiType"),
            Map.entry("bigint", "LongType"),
            Map.entry("blob", "BytesType"),
            Map.entry("boolean", "BooleanType"),
            Map.entry("counter", "CounterColumnType"),
            Map.entry("date", "SimpleDateType"),
            Map.entry("decimal", "DecimalType"),
            Map.entry("double", "DoubleType"),
            Map.entry("duration", "DurationType"),
            Map.entry("empty", "EmptyType"),
            Map.entry("float", "FloatType"),
            Map.entry("inet", "InetAddressType"),
            Map.entry("int", "Int32Type"),
            Map.entry("smallint", "ShortType"),
            Map.entry("text", "UTF8Type"),
            Map.entry("time", "TimeType"),
            Map.entry("timestamp", "TimestampType"),
            Map.entry("timeuuid", "TimeUUIDType"),
            Map.entry("tinyint", "ByteType"),
            Map.entry("uuid", "UUIDType"),
            Map.entry("varchar", "UTF8Type"),
            Map.entry("varint", "IntegerType"));

    private NativeTypes() {}

    static boolean isNative(String name) {
        return CLASSES.containsKey(name);
    }

    static String className(String name) {
        String className = CLASSES.get(name);
        if (className == null) {
            throw new IllegalArgumentException("native type: " + name + " (expected: one of " + CLASSES.keySet() + ")");
        }
        return className;
    }
}
