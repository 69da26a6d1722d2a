/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

/** Examples of JSON documents, for the OpenAPI document. */
final class RowExamples {
    static final String ROW_DIGESTS = """
            {
              "blocks": [
                {"end": "-9876543210", "rows": 1003, "digest": "5f2b8f0c9d3e4a177c1d2e3f40516273"},
                {"end": "4611686018427387904", "rows": 977, "digest": "0a1b2c3d4e5f60718293a4b5c6d7e8f9"}
              ],
              "rows": 1980,
              "bytes": 412345
            }""";

    static final String ROW_KEYS = """
            {
              "rows": [
                {
                  "key": {"token": "-3485513579396041028", "partition": ["AAAABw=="], "clustering": []},
                  "digest": "5f2b8f0c9d3e4a177c1d2e3f40516273"
                }
              ]
            }""";

    static final String ROW_CELLS = """
            {
              "rows": [
                {
                  "key": "id = 7",
                  "cells": [
                    {
                      "column": "name",
                      "digest": "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
                      "writtenAt": "1767322983000000",
                      "expiresAt": 1767409383
                    }
                  ]
                },
                {}
              ]
            }""";

    private RowExamples() {}
}
