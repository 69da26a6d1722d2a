/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.TableRef;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One call of an operation: who makes it, and what its audit record names. Thread-safe. */
public final class Call {
    private final Caller caller;
    private final String counted;
    private final BooleanSupplier gone;
    private final Map<String, String> target = new LinkedHashMap<>();

    /**
     * @param counted whom quotas count: the caller's identity, or its address where nobody is asked
     * @param gone whether nobody waits for the result any more; asked often, by any thread
     */
    public Call(Caller caller, String counted, BooleanSupplier gone) {
        this.caller = caller;
        this.counted = counted;
        this.gone = gone;
    }

    public Caller caller() {
        return caller;
    }

    String counted() {
        return counted;
    }

    /** Null without authentication. */
    @Nullable
    String requestedBy() {
        return caller.identity() == null ? null : caller.shown();
    }

    BooleanSupplier gone() {
        return gone;
    }

    /** @throws ProblemException FORBIDDEN, with what to grant */
    void require(Permission permission) {
        caller.require(permission);
    }

    /** @throws ProblemException FORBIDDEN, with what to grant */
    void require(Permission permission, String keyspace) {
        caller.require(permission, keyspace);
    }

    /** @throws ProblemException FORBIDDEN, with what to grant */
    void requireEverywhere(Permission permission) {
        caller.requireEverywhere(permission);
    }

    /** Adds to what the audit record names. Names alone: no statement, and nothing that could be a secret. */
    synchronized void names(String name, @Nullable Object value) {
        if (value != null) {
            target.put(name, value.toString());
        }
    }

    void namesTables(@Nullable List<TableRef> tables) {
        if (tables != null) {
            names(
                    "tables",
                    tables.stream()
                            .map(table -> table.keyspace() + "." + table.table())
                            .collect(Collectors.joining(",")));
        }
    }

    /** The target that the operation has named so far. */
    public synchronized Map<String, String> target() {
        return new LinkedHashMap<>(target);
    }
}
