/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.config.ControlConfig;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.security.LiveTls;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.exceptions.BeanContextException;
import io.micronaut.http.server.exceptions.ServerStartupException;
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

    // A manifest request of a cluster with 256 tokens a node names hundreds of ranges.
    private static final int LONGEST_REQUEST_LINE = 1 << 20;

    private static final Logger log = LoggerFactory.getLogger(ControlPlane.class);

    private final ApplicationContext context;
    private final EmbeddedServer server;
    private final @Nullable AddressFile addressFile;

    private ControlPlane(ApplicationContext context, EmbeddedServer server, @Nullable AddressFile addressFile) {
        this.context = context;
        this.server = server;
        this.addressFile = addressFile;
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
            EmbeddedServer server = context.getBean(EmbeddedServer.class);
            server.start();
            return new ControlPlane(context, server, addressFile(config, server.getPort()));
        } catch (ServerStartupException | BeanContextException e) {
            context.close();
            throw failure(config.control(), e);
        }
    }

    public URI uri() {
        return server.getURI();
    }

    @Override
    public void close() {
        context.close();
        if (addressFile != null) {
            addressFile.close();
        }
    }

    private static @Nullable AddressFile addressFile(SidecarConfig config, int port) {
        Path path = config.control().addressFile();
        if (path == null) {
            return null;
        }
        AddressFile file = new AddressFile(path);
        file.write((config.tls() == null ? "http://" : "https://")
                + config.control().localHost() + ":" + port);
        return file;
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
        return new IOException(
                "The control plane cannot listen on " + control.host() + ":" + control.port() + ": " + reason + "; "
                        + remedy + ".",
                failure);
    }

    private static Map<String, Object> properties(SidecarConfig config) {
        Map<String, Object> properties = new HashMap<>();
        ControlConfig control = config.control();
        properties.put("micronaut.application.name", "idaeus");
        properties.put("micronaut.server.host", control.host());
        properties.put("micronaut.server.port", control.port() == 0 ? -1 : control.port());
        properties.put("micronaut.server.max-request-size", control.maxRequestBytes());
        properties.put("micronaut.server.netty.max-initial-line-length", LONGEST_REQUEST_LINE);
        // Micronaut silently drops parameters beyond its default of 1024; token ranges are parameters.
        properties.put("micronaut.server.max-params", LONGEST_REQUEST_LINE);
        properties.put("micronaut.server.idle-timeout", "2m");
        properties.put("micronaut.executors.blocking.type", "FIXED");
        properties.put("micronaut.executors.blocking.n-threads", 32);
        properties.put("micronaut.router.static-resources.docs.mapping", "/docs/**");
        properties.put(
                "micronaut.router.static-resources.docs.paths",
                List.of("classpath:docs", "classpath:META-INF/resources/webjars/swagger-ui/" + swaggerUiVersion()));
        if (config.tls() != null) {
            properties.putAll(tls(control));
        }
        return properties;
    }

    private static Map<String, Object> tls(ControlConfig control) {
        return Map.ofEntries(
                Map.entry("micronaut.server.ssl.enabled", true),
                Map.entry("micronaut.server.ssl.port", control.port() == 0 ? -1 : control.port()),
                Map.entry("micronaut.server.ssl.protocols", List.of("TLSv1.3")),
                Map.entry("micronaut.server.ssl.client-authentication", "WANT"),
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
