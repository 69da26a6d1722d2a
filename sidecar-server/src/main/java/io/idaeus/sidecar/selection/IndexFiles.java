/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import java.util.List;
import java.util.Set;

/**
 * Components of indexes, by name: {@code SAI+aa+name+Meta.db} belongs to one storage-attached index, {@code
 * SAI+aa+GroupMeta.db} to all of the SSTable, {@code SI_name.db} to one of SASI. An index that is created later under
 * that name would use the file.
 */
final class IndexFiles {
    private static final String SAI = "SAI+";
    private static final String SASI = "SI_";
    private static final String SUFFIX = ".db";

    private IndexFiles() {}

    static boolean is(String component) {
        return component.startsWith(SAI) || component.startsWith(SASI);
    }

    /** @param indexes names */
    static boolean belongsTo(Set<String> indexes, String component) {
        if (component.startsWith(SASI)) {
            return component.endsWith(SUFFIX)
                    && indexes.contains(component.substring(SASI.length(), component.length() - SUFFIX.length()));
        }
        List<String> parts = List.of(component.split("\\+", -1));
        return parts.size() == 4 ? indexes.contains(parts.get(2)) : !indexes.isEmpty();
    }
}
