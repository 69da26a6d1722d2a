/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.config.ControlConfig;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.idaeus.sidecar.rest.connection.ControlCertificates;
import io.idaeus.sidecar.rest.connection.ControlConnections;
import io.idaeus.sidecar.rest.event.EventFeed;
import io.idaeus.sidecar.security.LiveTls;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.exceptions.BeanContextException;
import io.micronaut.http.server.exceptions.ServerStartupException;
import io.micronaut.http.server.netty.NettyEmbeddedServer;
import io.micronaut.http.server.netty.configuration.NettyHttpServerConfiguration;
import io.micronaut.http.server.netty.configuration.NettyHttpServerConfiguration.NettyListenerConfiguration;
import io.micronaut.http.ssl.CertificateProvider;
import io.micronaut.inject.qualifiers.Qualifiers;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The REST server: Micronaut, configured by the sidecar's configuration alone, never by its environment. */
public final class ControlPlane implements AutoCloseable {
    private static final String SWAGGER_UI = "META-INF/maven/org.webjars/swagger-ui/pom.properties";

    private static final Logger log = LoggerFactory.getLogger(ControlPlane.class);

    private final ApplicationContext context;
    private final EmbeddedServer server;
    private final @Nullable URI health;
    private final @Nullable AddressFile addressFile;

    private ControlPlane(ApplicationContext context, NettyEmbeddedServer server, SidecarConfig config) {
        this.context = context;
        this.server = server;
        this.health = health(config.control(), server);
        this.addressFile = addressFile(config, health, server.getPort());
    }

    /**
     * Binds and serves. The services become the controllers' beans.
     *
     * @throws IOException with a message for the operator
     */
    public static ControlPlane start(SidecarConfig config, List<Object> services, @Nullable LiveTls tls)
            throws IOException {
        ApplicationContext context = ApplicationContext.builder()
                .deduceEnvironment(false)
                .deduceCloudEnvironment(false)
                .enableDefaultPropertySources(false)
                .environmentPropertySource(false)
                .banner(false)
                .properties(properties(config))
                .singletons(services.toArray())
                .build();
        if (tls != null) {
            context.registerSingleton(LiveTls.class, tls);
            context.registerSingleton(
                    CertificateProvider.class,
                    new ControlCertificates(tls),
                    Qualifiers.byName(ControlCertificates.NAME));
        }
        try {
            context.start();
            addHealthListener(context.getBean(NettyHttpServerConfiguration.class), config);
            ControlConnections connections = new ControlConnections(config.control(), config.tls() != null);
            connections.bindTo(context.getBean(PrometheusMetrics.class).registry());
            NettyEmbeddedServer server = context.getBean(NettyEmbeddedServer.class);
            server.register(connections);
            server.start();
            return new ControlPlane(context, server, config);
        } catch (ServerStartupException | BeanContextException e) {
            context.close();
            throw failure(config.control(), e);
        }
    }

    public URI uri() {
        return server.getURI();
    }

    /** Where health alone is served; null for nowhere else. */
    public @Nullable URI health() {
        return health;
    }

    @Override
    public void close() {
        // Before the connections: streams end as they should.
        context.getBean(EventFeed.class).close();
        context.close();
        if (addressFile != null) {
            addressFile.close();
        }
    }

    private static @Nullable AddressFile addressFile(SidecarConfig config, @Nullable URI health, int port) {
        Path path = config.control().addressFile();
        if (path == null) {
            return null;
        }
        String control = (config.tls() == null ? "http://" : "https://")
                + ControlConfig.localHost(config.control().host()) + ":" + port;
        AddressFile file = new AddressFile(path);
        file.write(health == null ? control : health.toString());
        return file;
    }

    private static @Nullable URI health(ControlConfig control, NettyEmbeddedServer server) {
        ControlConfig.HealthListener health = control.health();
        if (health == null) {
            return null;
        }
        // In the order of the listeners.
        Integer port = List.copyOf(server.getBoundPorts()).get(1);
        return URI.create("http://" + ControlConfig.localHost(health.host()) + ":" + port);
    }

    private static void addHealthListener(NettyHttpServerConfiguration server, SidecarConfig config) {
        ControlConfig control = config.control();
        ControlConfig.HealthListener health = control.health();
        if (health == null) {
            return;
        }
        NettyListenerConfiguration everything = listener("control", control.host(), control.port());
        if (config.tls() != null) {
            everything.setSsl(true);
            everything.setKeyName(ControlCertificates.NAME);
            everything.setTrustName(ControlCertificates.NAME);
        }
        server.setListeners(List.of(everything, listener("health", health.host(), health.port())));
    }

    private static NettyListenerConfiguration listener(String name, String host, int port) {
        NettyListenerConfiguration listener = new NettyListenerConfiguration(name);
        listener.setHost(host);
        listener.setPort(port == 0 ? -1 : port);
        return listener;
    }

    private static IOException failure(ControlConfig control, RuntimeException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof BindException)) {
            cause = cause.getCause();
        }
        String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        String remedy = cause instanceof BindException
                ? "set control.host to an address of this machine and control.port to a free port"
                : "see the log for the cause";
        if (!(cause instanceof BindException)) {
            log.error("The control plane cannot start", failure);
        }
        ControlConfig.HealthListener health = control.health();
        return new IOException(
                "The control plane cannot listen on " + control.host() + ":" + control.port()
                        + (health == null ? "" : ", or for health on " + health.host() + ":" + health.port()) + ": "
                        + reason + "; " + remedy + ".",
                failure);
    }

    private static Map<String, Object> properties(SidecarConfig config) {
        Map<String, Object> properties = new HashMap<>();
        ControlConfig control = config.control();
        properties.put("micronaut.application.name", "idaeus");
        properties.put("micronaut.server.host", control.host());
        properties.put("micronaut.server.port", control.port() == 0 ? -1 : control.port());
        properties.put("micronaut.server.max-request-size", control.maxRequestBytes());
        properties.put("micronaut.server.netty.max-initial-line-length", ControlConnections.LONGEST_REQUEST_LINE);
        // Micronaut silently drops parameters beyond its default of 1024; token ranges are parameters.
        properties.put("micronaut.server.max-params", ControlConnections.LONGEST_REQUEST_LINE);
        properties.put("micronaut.server.idle-timeout", "2m");
        // CallerFilter checks origins. Micronaut's own check refuses the page's modules on loopback but for 127.0.0.1.
        properties.put("micronaut.server.cors.localhost-pass-through", true);
        // Build deserializers at the first call of a route, not at the start.
        properties.put("jackson.deserialization.eager-deserializer-fetch", false);
        properties.putAll(ControlThreads.properties());
        properties.put("micronaut.router.static-resources.docs.mapping", "/docs/**");
        properties.put(
                "micronaut.router.static-resources.docs.paths",
                List.of("classpath:docs", "classpath:META-INF/resources/webjars/swagger-ui/" + swaggerUiVersion()));
        if (config.tls() != null) {
            properties.putAll(tls(config));
        }
        return properties;
    }

    private static Map<String, Object> tls(SidecarConfig config) {
        ControlConfig control = config.control();
        // Where whoever has no certificate may call, for health or with a token, the handshake cannot insist on one.
        boolean required = control.health() != null && config.access().tokens() == null;
        return Map.ofEntries(
                Map.entry("micronaut.server.ssl.enabled", true),
                Map.entry("micronaut.server.ssl.port", control.port() == 0 ? -1 : control.port()),
                Map.entry("micronaut.server.ssl.protocols", List.of("TLSv1.3")),
                Map.entry("micronaut.server.ssl.client-authentication", required ? "NEED" : "WANT"),
                Map.entry(
                        "micronaut.server.ssl.handshake-timeout",
                        control.requestTimeout().toMillis() + "ms"),
                Map.entry("micronaut.server.ssl.key-name", ControlCertificates.NAME),
                Map.entry("micronaut.server.ssl.trust-name", ControlCertificates.NAME));
    }

    private static String swaggerUiVersion() {
        try (InputStream in = ControlPlane.class.getClassLoader().getResourceAsStream(SWAGGER_UI)) {
            if (in == null) {
                throw new IllegalStateException(SWAGGER_UI + " is not on the class path");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new IllegalStateException(SWAGGER_UI + " cannot be read", e);
        }
    }
}
