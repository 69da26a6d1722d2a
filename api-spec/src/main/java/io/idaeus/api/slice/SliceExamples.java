/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

/** Examples of JSON documents, for the OpenAPI document. */
final class SliceExamples {
    static final String SLICES = """
            {
              "slices": [
                {
                  "sstable": "nb-7-big", "extent": "PART",
                  "parts": {
                    "partitions": 214, "firstKey": "00000b52", "lastKey": "000001c6",
                    "runs": [{"indexFrom": 9215, "indexTo": 12211, "dataFrom": 38310, "dataTo": 50722,
                              "next": "00000a51", "previous": {"key": "00000f02", "dataFrom": 38074}}],
                    "indexCrc32": "3b6d1f0a", "data": [{"from": 15044, "to": 20990}],
                    "filter": {"hashes": 5, "words": 331}, "minIndexInterval": 128
                  }
                },
                {"sstable": "nb-9-big", "extent": "NONE"}
              ]
            }""";

    private SliceExamples() {}
}
