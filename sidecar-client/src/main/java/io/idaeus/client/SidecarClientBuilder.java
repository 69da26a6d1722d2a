/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link SidecarClient}; not thread-safe. */
public final class SidecarClientBuilder {

    private final URI base;
    private @Nullable SSLContext tls;
    private @Nullable Supplier<String> token;
    private boolean direct;
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
        token = other.token;
        direct = other.direct;
        connectTimeout = other.connectTimeout;
        requestTimeout = other.requestTimeout;
        workTimeout = other.workTimeout;
        idleTimeout = other.idleTimeout;
    }

    /** TLS for {@code https}; the JDK's default where not called. See {@link PemTls}. */
    public SidecarClientBuilder tls(SSLContext context) {
        tls = context;
        return this;
    }

    /**
     * Sends a bearer token, which is asked for at each request, since tokens expire.
     *
     * @param bearer its text
     */
    public SidecarClientBuilder token(Supplier<String> bearer) {
        token = bearer;
        return this;
    }

    /** Calls the sidecar itself where the JVM has a proxy ({@code http.proxyHost}). */
    public SidecarClientBuilder direct() {
        direct = true;
        return this;
    }

    /** Default: 5 s. */
    public SidecarClientBuilder connectTimeout(Duration timeout) {
        connectTimeout = positive(timeout);
        return this;
    }

    /** Time until the response is complete. Default: 60 s. */
    public SidecarClientBuilder requestTimeout(Duration timeout) {
        requestTimeout = positive(timeout);
        return this;
    }

    /** The same for snapshots, plans and imports, which take longer. Default: 1 h. */
    public SidecarClientBuilder workTimeout(Duration timeout) {
        workTimeout = positive(timeout);
        return this;
    }

    /** Longest silence of an event stream. Default: 60 s. */
    public SidecarClientBuilder idleTimeout(Duration timeout) {
        idleTimeout = positive(timeout);
        return this;
    }

    /** @throws IllegalArgumentException where a token would be sent in plain text to another host */
    public SidecarClient build() {
        HttpClient.Builder http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
        if (tls != null) {
            http.sslContext(tls);
        }
        if (direct) {
            http.proxy(HttpClient.Builder.NO_PROXY);
        }
        return new SidecarClient(new Wire(http.build(), base, token), new SidecarClientBuilder(this));
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

    /** @return The address without a trailing slash */
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
