/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonList;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.comparison.DifferingRowPage;
import java.util.ArrayList;
import java.util.List;

/** Calls one sidecar about the comparisons that it coordinates. Errors as of {@link SidecarClient}; thread-safe. */
public final class ComparisonsClient {
    private static final String COMPARISONS = "comparisons";

    private final Wire wire;
    private final SidecarClientBuilder settings;

    ComparisonsClient(Wire wire, SidecarClientBuilder settings) {
        this.wire = wire;
        this.settings = settings;
    }

    /** Starts a comparison. It is durable when this returns. */
    public Comparison create(ComparisonRequest request) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", COMPARISONS), request)
                        .build(),
                settings.workTimeout(),
                Comparison.class);
    }

    /** All comparisons, newest first, without their tables. */
    public ComparisonList list() {
        List<String> unreadable = new ArrayList<>();
        List<Comparison> comparisons = Pages.all(
                wire.base(),
                after -> {
                    ComparisonList page =
                            get(ServerAddress.of("v1", COMPARISONS).with("after", after), ComparisonList.class);
                    if (page.unreadable() != null) {
                        unreadable.addAll(page.unreadable());
                    }
                    return page;
                },
                ComparisonList::next,
                ComparisonList::comparisons);
        return new ComparisonList(comparisons, unreadable.isEmpty() ? null : unreadable, null);
    }

    public Comparison get(String id) {
        return get(ServerAddress.of("v1", COMPARISONS, id), Comparison.class);
    }

    /** The first rows of each verdict in one table. */
    public List<DifferingRow> rows(String id, String keyspace, String table) {
        return Pages.all(
                wire.base(),
                after -> get(
                        ServerAddress.of("v1", COMPARISONS, id, "rows")
                                .with("keyspace", keyspace)
                                .with("table", table)
                                .with("after", after),
                        DifferingRowPage.class),
                DifferingRowPage::next,
                DifferingRowPage::rows);
    }

    public Comparison pause(String id) {
        return change(id, "pause");
    }

    public Comparison resume(String id) {
        return change(id, "resume");
    }

    public Comparison cancel(String id) {
        return change(id, "cancel");
    }

    /** Takes a comparison off the record that has ended. */
    public void delete(String id) {
        wire.send(
                wire.request("DELETE", ServerAddress.of("v1", COMPARISONS, id), null)
                        .build(),
                settings.requestTimeout());
    }

    private Comparison change(String id, String what) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", COMPARISONS, id, what), null)
                        .build(),
                settings.requestTimeout(),
                Comparison.class);
    }

    private <T> T get(ServerAddress target, Class<T> type) {
        return wire.call(wire.request("GET", target, null).build(), settings.requestTimeout(), type);
    }
}
