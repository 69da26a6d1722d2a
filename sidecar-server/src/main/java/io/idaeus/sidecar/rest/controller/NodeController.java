/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.NodeApi;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Ring;
import io.idaeus.sidecar.operation.NodeOperations;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.jspecify.annotations.Nullable;

/** The node, its keyspaces and its ring. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class NodeController implements NodeApi {
    private final NodeOperations node;
    private final Calls calls;

    NodeController(NodeOperations node, Calls calls) {
        this.node = node;
        this.calls = calls;
    }

    @Override
    public NodeInfo node() {
        return node.node(calls.current());
    }

    @Override
    public KeyspaceList keyspaces(@Nullable Integer limit, @Nullable String after) {
        return node.keyspaces(calls.current(), Paging.of(limit, after));
    }

    @Override
    public TableInfo table(String keyspace, String table) {
        return node.table(calls.current(), keyspace, table);
    }

    @Override
    public KeyspaceStatements statements(String keyspace) {
        return node.statements(calls.current(), keyspace);
    }

    @Override
    public HttpResponse<Void> acknowledgeCleanup(String keyspace, String table) {
        node.acknowledgeCleanup(calls.current(), keyspace, table);
        return HttpResponse.noContent();
    }

    @Override
    public Ring ring(String keyspace) {
        return node.ring(calls.current(), keyspace);
    }
}
