/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link SidecarClient}; not thread-safe. */
public final class SidecarClientBuilder {

    private final URI base;
    private @Nullable SSLContext tls;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration requestTimeout = Duration.ofSeconds(60);
    private Duration workTimeout = Duration.ofHours(1);
    private Duration idleTimeout = Duration.ofSeconds(60);

    SidecarClientBuilder(URI base) {
        this.base = checked(base);
    }

    private SidecarClientBuilder(SidecarClientBuilder other) {
        base = other.base;
        tls = other.tls;
        connectTimeout = other.connectTimeout;
        requestTimeout = other.requestTimeout;
        workTimeout = other.workTimeout;
        idleTimeout = other.idleTimeout;
    }

    /** Whom to trust and what to present for {@code https}; the JDK's own where not called. See {@link PemTls}. */
    public SidecarClientBuilder tls(SSLContext context) {
        tls = context;
        return this;
    }

    /** How long to wait for a connection; 5 s where not called. */
    public SidecarClientBuilder connectTimeout(Duration timeout) {
        connectTimeout = positive(timeout);
        return this;
    }

    /** How long to wait for a complete answer; 60 s where not called. */
    public SidecarClientBuilder requestTimeout(Duration timeout) {
        requestTimeout = positive(timeout);
        return this;
    }

    /** How long to wait for a snapshot, a plan or an import, for which the sidecar works; 1 h where not called. */
    public SidecarClientBuilder workTimeout(Duration timeout) {
        workTimeout = positive(timeout);
        return this;
    }

    /** How long the event stream may be silent; 60 s where not called. */
    public SidecarClientBuilder idleTimeout(Duration timeout) {
        idleTimeout = positive(timeout);
        return this;
    }

    /** The client. */
    public SidecarClient build() {
        HttpClient.Builder http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
        if (tls != null) {
            http.sslContext(tls);
        }
        return new SidecarClient(new Wire(http.build(), base), new SidecarClientBuilder(this));
    }

    Duration requestTimeout() {
        return requestTimeout;
    }

    Duration workTimeout() {
        return workTimeout;
    }

    Duration idleTimeout() {
        return idleTimeout;
    }

    /** The address without a slash at its end; refused where it cannot be a sidecar's. */
    static URI checked(URI uri) {
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        boolean bare = uri.getRawQuery() == null && uri.getRawFragment() == null && uri.getRawUserInfo() == null;
        if (!http || uri.getHost() == null || !bare) {
            throw new IllegalArgumentException(
                    "Address of a sidecar: %s (expected: http://host:port or https://host:port)".formatted(uri));
        }
        return URI.create(uri.toString().replaceAll("/+$", ""));
    }

    private static Duration positive(Duration timeout) {
        if (timeout.toMillis() <= 0) {
            throw new IllegalArgumentException("timeout: %s (expected: 1 ms or more)".formatted(timeout));
        }
        return timeout;
    }
}
