/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * The TLS material of a node that takes CQL and JMX over TLS alone, and wants a certificate of its clients.
 *
 * @param password of both stores
 * @param client of the tests
 */
public record NodeTls(Path keyStore, Path trustStore, String password, SSLContext client) {
    private static final String LOGIN = "CassandraLogin";

    Map<String, Object> yaml() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("client_encryption_options.enabled", true);
        options.put("client_encryption_options.optional", false);
        options.put("client_encryption_options.require_client_auth", true);
        options.put("client_encryption_options.keystore", keyStore.toString());
        options.put("client_encryption_options.keystore_password", password);
        options.put("client_encryption_options.truststore", trustStore.toString());
        options.put("client_encryption_options.truststore_password", password);
        // So that a test that takes a grant away sees it at once.
        options.put("permissions_validity_in_ms", 0);
        return options;
    }

    /** JMX over TLS, by Cassandra's own roles and grants. */
    List<String> jvmOptions(Path conf) {
        return List.of(
                "-Dcom.sun.management.jmxremote.ssl=true",
                "-Dcom.sun.management.jmxremote.ssl.need.client.auth=true",
                "-Djavax.net.ssl.keyStore=" + keyStore,
                "-Djavax.net.ssl.keyStorePassword=" + password,
                "-Djavax.net.ssl.trustStore=" + trustStore,
                "-Djavax.net.ssl.trustStorePassword=" + password,
                "-Dcom.sun.management.jmxremote.authenticate=true",
                "-Dcassandra.jmx.remote.login.config=" + LOGIN,
                "-Djava.security.auth.login.config=" + jaas(conf),
                "-Dcassandra.jmx.authorizer=org.apache.cassandra.auth.jmx.AuthorizationProxy");
    }

    void write(Path conf) throws IOException {
        Files.writeString(
                jaas(conf),
                LOGIN + " { org.apache.cassandra.auth.CassandraLoginModule REQUIRED; };" + System.lineSeparator());
    }

    private static Path jaas(Path conf) {
        return conf.resolve("cassandra-jaas.config");
    }
}
