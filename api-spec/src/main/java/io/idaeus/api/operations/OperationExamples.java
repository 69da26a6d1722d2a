/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

/** Examples of JSON documents, for the OpenAPI document. */
final class OperationExamples {
    static final String METRICS = """
            # HELP idaeus_serve_bytes_total Body bytes sent
            # TYPE idaeus_serve_bytes_total counter
            idaeus_serve_bytes_total{mode="sendfile"} 94673.0
            """;

    static final String AUDIT = """
            {
              "records": [
                {
                  "time": "2026-11-25T10:17:34.390Z", "id": "4b8f580d-2", "plane": "control", "operation": "putLease",
                  "target": {"id": "job-7", "tag": "nightly"}, "identity": "CN=alice,OU=operators,O=Idaeus",
                  "issuer": "CN=idaeus-authority,O=Idaeus", "roles": "operator", "address": "10.0.0.9",
                  "status": 200, "result": "ok", "durationMillis": 59
                }
              ]
            }""";

    static final String HOUSEKEEPING = """
            {
              "cleanupDue": [], "orphans": [],
              "certificates": [
                {
                  "use": "IDENTITY", "subject": "CN=source,OU=sidecars,O=Idaeus",
                  "issuer": "CN=idaeus-authority,O=Idaeus", "expiresAt": "2027-02-23T09:55:10Z"
                }
              ]
            }""";

    private OperationExamples() {}
}
