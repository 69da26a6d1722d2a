/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

/** Examples of JSON documents, for the OpenAPI document. */
final class LimitExamples {
    static final String LIMITS = """
            {
              "settings": {"sendRate": 104857600}, "origin": "API", "setAt": "2026-11-25T10:16:39.623Z",
              "send": {
                "bytesPerSecond": 104857600, "state": "FIXED", "reason": "a fixed limit is set",
                "since": "2026-11-25T10:16:39.623Z"
              },
              "receive": {"state": "UNLIMITED", "reason": "no limit is set", "since": "2026-11-25T10:16:39.623Z"}
            }""";

    private LimitExamples() {}
}
