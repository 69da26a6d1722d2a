/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.security.ClientTls;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that keep secrets of one call of nodetool out of the list of processes: the password of JMX, and the
 * options of TLS with theirs. Only this user can read the files, which closing deletes.
 */
final class NodetoolFiles implements AutoCloseable {
    /** Java's launcher reads it since 9. */
    static final String OPTIONS_VARIABLE = "JDK_JAVA_OPTIONS";

    private static final Path NONE = Path.of("");
    private static final Logger LOG = LoggerFactory.getLogger(NodetoolFiles.class);

    private final Endpoint jmx;
    private final Path directory;

    private NodetoolFiles(Endpoint jmx, Path directory) {
        this.jmx = jmx;
        this.directory = directory;
    }

    static NodetoolFiles write(Endpoint jmx) throws IOException {
        if (jmx.credentials() == null && jmx.tls() == null) {
            return new NodetoolFiles(jmx, NONE);
        }
        NodetoolFiles files =
                new NodetoolFiles(jmx, Files.createTempDirectory("idaeus-nodetool-", permissions("rwx------")));
        try {
            files.writeAll();
            return files;
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private void writeAll() throws IOException {
        Credentials credentials = jmx.credentials();
        if (credentials != null) {
            Files.writeString(
                    create(passwordFile()), credentials.user() + " " + credentials.password() + System.lineSeparator());
        }
        ClientTls tls = jmx.tls();
        if (tls != null) {
            Files.write(create(optionsFile()), options(tls));
        }
    }

    /** The arguments before the command. */
    List<String> arguments() {
        List<String> words = new ArrayList<>();
        if (jmx.tls() != null) {
            words.add("--ssl");
        }
        if (jmx.credentials() != null) {
            words.addAll(List.of(
                    "-u", jmx.credentials().user(), "-pwf", passwordFile().toString()));
        }
        return words;
    }

    /** Adds the options of TLS to those that are there. */
    void addTo(Map<String, String> environment) {
        if (jmx.tls() != null) {
            environment.merge(
                    OPTIONS_VARIABLE, "\"@" + optionsFile() + "\"", (before, options) -> before + " " + options);
        }
    }

    private List<String> options(ClientTls tls) throws IOException {
        // The files that it protects are gone after the call.
        String password = UUID.randomUUID().toString();
        try {
            List<String> options = new ArrayList<>(store("trustStore", tls.trustStore(), password));
            KeyStore identity = tls.identityStore(password.toCharArray());
            if (identity != null) {
                options.addAll(store("keyStore", identity, password));
            }
            // A JDK that does not know it does not check the host's name.
            options.add("-Djdk.rmi.ssl.client.enableEndpointIdentification=true");
            return options;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates of cassandra.jmx.tls cannot be passed on: " + e.getMessage(), e);
        }
    }

    private List<String> store(String name, KeyStore store, String password)
            throws IOException, GeneralSecurityException {
        Path file = create(directory.resolve(name));
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
        }
        String property = "-Djavax.net.ssl." + name;
        return List.of(
                property + "=\"" + file + '"', property + "Type=" + store.getType(), property + "Password=" + password);
    }

    private Path passwordFile() {
        return directory.resolve("password");
    }

    private Path optionsFile() {
        return directory.resolve("options");
    }

    private static Path create(Path file) throws IOException {
        return Files.createFile(file, permissions("rw-------"));
    }

    private static FileAttribute<?> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }

    @Override
    public void close() {
        if (directory.equals(NONE)) {
            return;
        }
        delete(passwordFile());
        delete(optionsFile());
        delete(directory.resolve("trustStore"));
        delete(directory.resolve("keyStore"));
        delete(directory);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{}: not deleted, and holds a password; delete it", file, e);
        }
    }
}
