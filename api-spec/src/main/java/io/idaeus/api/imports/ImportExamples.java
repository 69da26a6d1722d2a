/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.imports;

/** Examples of JSON documents, for the OpenAPI document. */
final class ImportExamples {
    static final String IMPORT_RESULT = """
            {
              "directories": [{"directory": "/var/lib/cassandra/idaeus-staging/batch-7", "imported": true, "remainingFiles": []}],
              "findings": []
            }""";

    private ImportExamples() {}
}
