/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** Examples of JSON documents, for the OpenAPI document. */
final class ProblemExamples {
    static final String PROBLEM = """
            {
              "type": "urn:idaeus:problem:unknown-table", "title": "The table does not exist", "status": 404,
              "detail": "this node has no table user in keyspace shop; GET /v1/keyspaces lists those it has", "instance": "/v1/sstables"
            }""";

    private ProblemExamples() {}
}
