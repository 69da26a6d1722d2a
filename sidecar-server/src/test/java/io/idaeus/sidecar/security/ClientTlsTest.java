/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.config.CassandraTls;
import io.idaeus.sidecar.config.TlsPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientTlsTest {
    private static final char[] PASSWORD = {'p'};

    @TempDir
    Path directory;

    private TlsPaths pem;

    @BeforeEach
    void issue() throws Exception {
        pem = new Certificates(directory, "first").issue("CN=idaeus");
    }

    @Test
    void presentsACertificateOnlyWhereOneIsGiven() throws Exception {
        assertThat(open().identityStore(PASSWORD)).isNotNull();
        assertThat(ClientTls.open(new CassandraTls(pem.trust(), null, null, null))
                        .identityStore(PASSWORD))
                .isNull();
    }

    @Test
    void changedFilesAreUsedForTheNextConnection() throws Exception {
        ClientTls tls = open();
        SSLContext before = tls.context();
        assertThat(tls.context()).isSameAs(before);

        TlsPaths other = new Certificates(directory, "second").issue("CN=other");
        Files.copy(other.trust(), pem.trust(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(tls.context()).isNotSameAs(before);
        assertThat(tls.trustStore().getCertificate("authority-0").toString()).contains("CN=second");
    }

    @Test
    void filesThatCannotBeUsedChangeNothing() throws Exception {
        ClientTls tls = open();
        SSLContext before = tls.context();
        Files.writeString(pem.trust(), "nothing");
        assertThat(tls.context()).isSameAs(before);
        TlsPaths other = new Certificates(directory, "second").issue("CN=other");
        Files.copy(other.key(), pem.key(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(tls.context()).isSameAs(before);
        Files.delete(pem.certificate());
        assertThat(tls.context()).isSameAs(before);
    }

    @Test
    void aFileThatIsWrongAtStartIsNamed() throws Exception {
        Files.writeString(pem.trust(), "nothing");
        assertThatIllegalArgumentException()
                .isThrownBy(this::open)
                .withMessageContaining(pem.trust().toString());
    }

    private ClientTls open() {
        return ClientTls.open(new CassandraTls(pem.trust(), pem.certificate(), pem.key(), pem.keyPasswordFile()));
    }
}
