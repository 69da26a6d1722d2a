/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import io.idaeus.api.value.Examples;

/** Examples of JSON documents, for the OpenAPI document. */
final class SstableExamples {
    static final String SSTABLES = """
            {
              "keyspace": "shop", "table": "users", "tableId": "8111b7f0-e8b6-11f1-94cc-5f2723a2c170",
              "sstables": [""" + Examples.SSTABLE + """
            ], "total": 1, "totalBytes": 94673
            }""";

    private SstableExamples() {}
}
