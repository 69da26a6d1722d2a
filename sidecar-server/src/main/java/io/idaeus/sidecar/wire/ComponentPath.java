/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A component's address on the data plane (api-spec/data-plane.md).
 *
 * @param sstable for instance {@code nb-7-big}
 * @param component for instance {@code Data.db}
 */
public record ComponentPath(String tag, String keyspace, String table, String sstable, String component) {

    public static final String PREFIX = "/data/v1/snapshots/";

    private static final String UNRESERVED = "-._~+";

    /** Names percent-encoded. */
    public String target() {
        StringBuilder target = new StringBuilder(PREFIX);
        String separator = "";
        for (String name : names()) {
            target.append(separator);
            encode(name, target);
            separator = "/";
        }
        return target.toString();
    }

    void encodeWithoutTag(StringBuilder to) {
        String separator = "";
        for (String name : List.of(keyspace, table, sstable, component)) {
            encode(name, to.append(separator));
            separator = "/";
        }
    }

    @Override
    public String toString() {
        return String.join("/", names());
    }

    private List<String> names() {
        return List.of(tag, keyspace, table, sstable, component);
    }

    static void encode(String name, StringBuilder to) {
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                to.append(c);
            } else {
                to.append(String.format("%%%02X", b));
            }
        }
    }
}
