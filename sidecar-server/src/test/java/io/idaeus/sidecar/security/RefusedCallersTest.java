/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.idaeus.pem.ExplainedTrust;
import io.idaeus.pem.RejectedCertificateException;
import io.idaeus.sidecar.config.TlsPaths;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RefusedCallersTest {
    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private final RefusedCallers refused = new RefusedCallers(nanos::get);
    private final Logger log = (Logger) LoggerFactory.getLogger(RefusedCallers.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stop() {
        log.detachAppender(lines);
    }

    @Test
    void aCallerThatKeepsTryingLeavesOneLineAMinute() throws Exception {
        RejectedCertificateException rejected = rejected();
        for (int i = 0; i < 1000; i++) {
            refused.refused("10.0.0.1", rejected);
        }
        assertThat(lines.list).hasSize(1);
        assertThat(lines.list.get(0).getFormattedMessage())
                .isEqualTo(
                        "TLS: refused the certificate of the caller at 10.0.0.1: CN=stranger (issued by CN=Other): its"
                                + " issuer is not trusted (trusted: CN=Idaeus)");

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        refused.refused("10.0.0.1", rejected);
        assertThat(lines.list).hasSize(3);
        assertThat(lines.list.get(1).getFormattedMessage()).contains("999 more refusals");
    }

    @Test
    void manyAddressesLeaveFewLines() throws Exception {
        RejectedCertificateException rejected = rejected();
        for (int i = 0; i < 1000; i++) {
            refused.refused("10.0." + i / 250 + "." + i % 250, rejected);
        }
        assertThat(lines.list).hasSize(RefusedCallers.LINES);
    }

    private RejectedCertificateException rejected() throws Exception {
        TlsPaths stranger = new Certificates(directory, "Other").issue("CN=stranger");
        TlsMaterial here = TlsContexts.load(new Certificates(directory, "Idaeus").issue("CN=a"))
                .material();
        X509TrustManager trust = (X509TrustManager) here.trustManagers().getTrustManagers()[0];
        assertThat(trust).isInstanceOf(ExplainedTrust.class);
        X509Certificate[] chain = {TlsContexts.load(stranger).material().certificate()};
        try {
            trust.checkClientTrusted(chain, "EC");
            throw new AssertionError("trusted");
        } catch (RejectedCertificateException e) {
            return e;
        }
    }
}
