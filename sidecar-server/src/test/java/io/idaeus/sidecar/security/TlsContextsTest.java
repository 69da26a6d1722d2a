/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextsTest {
    @TempDir
    Path directory;

    @Test
    void boringsslEncryptsWhereItLoads() throws Exception {
        TlsContexts contexts = TlsContexts.load(new Certificates(directory, "ca").issue("CN=a"));

        assertThat(contexts.provider()).isEqualTo(SslProvider.OPENSSL);
        assertThat(contexts.server().isServer()).isTrue();
        assertThat(contexts.client().isClient()).isTrue();
        assertThat(contexts.jdk().getProtocol()).startsWith("TLS");
    }

    @Test
    void aMissingFileIsNamed() throws Exception {
        TlsSettings good = new Certificates(directory, "ca").issue("CN=a");
        Path missing = directory.resolve("missing.pem");

        assertThatThrownBy(() -> TlsContexts.load(new TlsSettings(missing, good.key(), good.trust())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing.pem");
    }

    @Test
    void whatIsNotPemIsRefused() throws Exception {
        TlsSettings good = new Certificates(directory, "ca").issue("CN=a");
        Path noise = Files.writeString(directory.resolve("noise.pem"), "noise");

        assertThatThrownBy(() -> TlsContexts.load(new TlsSettings(noise, good.key(), good.trust())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TlsContexts.load(new TlsSettings(good.certificate(), noise, good.trust())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TlsContexts.load(new TlsSettings(good.certificate(), good.key(), noise)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        Certificates authority = new Certificates(directory, "ca");
        TlsSettings one = authority.issue("CN=a");
        TlsSettings other = authority.issue("CN=b");

        assertThatThrownBy(() -> TlsContexts.load(new TlsSettings(one.certificate(), other.key(), one.trust())))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
