/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.description;

import java.util.regex.Pattern;

/** A table's id: a UUID in the API, 32 hex digits in the names of directories. */
public final class TableIds {
    private static final Pattern HEX = Pattern.compile("(.{8})(.{4})(.{4})(.{4})(.{12})");

    private TableIds() {}

    public static String uuid(String hex) {
        return HEX.matcher(hex).replaceFirst("$1-$2-$3-$4-$5");
    }

    public static String hex(Object uuid) {
        return uuid.toString().replace("-", "");
    }
}
