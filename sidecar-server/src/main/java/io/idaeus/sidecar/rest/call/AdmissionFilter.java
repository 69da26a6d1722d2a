/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.sidecar.rest.connection.ControlConnection;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;

/** After {@link CallerFilter}: a connection whose caller may call counts as authenticated. */
@ServerFilter("/**")
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class AdmissionFilter {

    @RequestFilter
    void admit(HttpRequest<?> request) {
        ControlConnection connection = ControlConnection.of(request);
        // Health is open: it shows nobody's identity.
        if (connection != null && Calls.of(request).isPresent()) {
            connection.authenticate();
        }
    }
}
