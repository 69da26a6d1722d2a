/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

/** Examples of comparisons. */
final class ComparisonExamples {
    private static final String HEAD = """
            {
              "id": "01890a5d-ac96-774b-bcce-b302099a8057",
              "state": "COMPLETED",
              "request": {"with": "https://10.1.0.4:9043", "tables": ["shop.*"]},
              "here": "production",
              "there": "copy",
              "createdAt": "2026-01-02T03:04:05Z",
              "finishedAt": "2026-01-02T03:09:05Z",
              "result": "DIFFERENT",
              "share": 1.0,
              "rowsHere": 1000000,
              "rowsThere": 999999""";

    static final String COMPARISON = HEAD + """
            ,
              "tables": [
                {
                  "keyspace": "shop",
                  "table": "users",
                  "definition": [],
                  "share": 1.0,
                  "rowsHere": 1000000,
                  "rowsThere": 999999,
                  "differences": {"MISSING": 1},
                  "unread": [],
                  "unreadRanges": 0
                }
              ]
            }""";

    static final String COMPARISONS = "{\"comparisons\": [" + HEAD + "}]}";

    static final String ROWS = """
            {
              "rows": [
                {
                  "verdict": "MISSING",
                  "token": "-3485513579396041028",
                  "key": "id = 7",
                  "columns": [],
                  "writtenHere": "1767322983000000"
                }
              ]
            }""";

    private ComparisonExamples() {}
}
