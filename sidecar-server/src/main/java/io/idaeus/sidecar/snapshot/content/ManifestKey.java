/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.TableRef;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

public record ManifestKey(String tag, TableRef table) {
    public static ManifestKey of(ManifestRecord manifest) {
        return new ManifestKey(manifest.tag(), new TableRef(manifest.keyspace(), manifest.table()));
    }

    // A hash: the three names together can be too long for a file name.
    public String storeName() {
        String names = String.join("/", tag, table.keyspace(), table.table());
        return UUID.nameUUIDFromBytes(names.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Override
    public String toString() {
        return tag + " of " + table.keyspace() + "." + table.table();
    }
}
