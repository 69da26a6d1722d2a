/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.netty.pkitesting.CertificateBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateCheckTest {
    @TempDir
    Path directory;

    private Certificates authority;
    private TlsPaths good;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(directory, "ca");
        good = authority.issue("CN=node1", "10.0.0.1", "node1.example");
    }

    @Test
    void filesThatFitAreWell() throws Exception {
        Instant now = Instant.now();
        TlsPaths fresh = valid(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(90)));
        // The test's authority is valid for a day.
        assertThat(examine(fresh, "10.0.0.1", "NODE1.example"))
                .extracting(each -> each.status() + " " + each.check())
                .containsExactly(
                        "OK certificate", "WARN certificate", "OK key", "OK names", "OK issuer", "OK permissions");
    }

    @Test
    void aCertificateOfOtherNamesIsFound() {
        Diagnosis names = find("names", examine(good, "10.0.0.1", "10.0.0.2", "node2.example"));
        assertThat(names.status()).isEqualTo(Status.FAIL);
        assertThat(names.found()).contains("is for 10.0.0.1, node1.example, not for 10.0.0.2, node2.example");
        assertThat(names.remedy()).contains("idaeus-certificates");
    }

    @Test
    void addressesAndWildcardsAreCompared() {
        assertThat(CertificateCheck.covers("2001:db8:0:0:0:0:0:1", "2001:db8::1"))
                .isTrue();
        assertThat(CertificateCheck.covers("2001:db8:0:0:0:0:0:1", "2001:db8::2"))
                .isFalse();
        assertThat(CertificateCheck.covers("*.example", "10.0.0.1")).isFalse();
        assertThat(CertificateCheck.covers("*.example", "a.example")).isTrue();
        assertThat(CertificateCheck.covers("*.example", "a.b.example")).isFalse();
        assertThat(CertificateCheck.covers("*.example", "example")).isFalse();
    }

    @Test
    void expiryIsToldBeforeAndAfter() throws Exception {
        Instant now = Instant.now();
        TlsPaths soon = valid(now.minus(Duration.ofDays(2)), now.plus(Duration.ofDays(13)));
        Diagnosis warning = find("certificate", examine(soon));
        assertThat(warning.status()).isEqualTo(Status.WARN);
        assertThat(warning.found()).startsWith("tls.certificate: CN=short in " + soon.certificate());
        assertThat(warning.remedy()).startsWith("issue a new one before it expires");

        TlsPaths expired = valid(now.minus(Duration.ofDays(2)), now.minus(Duration.ofDays(1)));
        assertThat(find("certificate", examine(expired)).status()).isEqualTo(Status.FAIL);
        assertThat(find("issuer", examine(expired)).found()).contains("it expired at");

        TlsPaths later = valid(now.plus(Duration.ofDays(1)), now.plus(Duration.ofDays(90)));
        assertThat(find("certificate", examine(later)).remedy()).startsWith("check the clock of this host");
    }

    @Test
    void aKeyOfAnotherCertificateIsFound() throws Exception {
        TlsPaths other = authority.issue("CN=other");
        Diagnosis key = find("key", examine(new TlsPaths(good.certificate(), other.key(), good.trust())));
        assertThat(key.status()).isEqualTo(Status.FAIL);
        assertThat(key.found()).contains(other.key() + " is not the key of " + good.certificate());
    }

    @Test
    void anIssuerThatPeersDoNotTrustIsFound() throws Exception {
        TlsPaths foreign = new Certificates(directory, "foreign").issue("CN=x");
        Diagnosis issuer = find("issuer", examine(new TlsPaths(good.certificate(), good.key(), foreign.trust())));
        assertThat(issuer.status()).isEqualTo(Status.FAIL);
        assertThat(issuer.found()).contains("its issuer is not trusted (trusted: CN=foreign)");
    }

    @Test
    void revocationIsFound() throws Exception {
        Path revoked = authority.revoke(good);
        assertThat(find("issuer", examine(with(revoked))).found()).contains("it is revoked");

        Path stale = authority.revoke(Instant.now().minus(Duration.ofDays(1)));
        assertThat(examine(with(stale))).anySatisfy(each -> assertThat(each.found())
                .contains(stale + " has expired: the next list was due at"));
    }

    @Test
    void aFileThatIsNoCertificateIsFound() throws Exception {
        Path none = Files.writeString(directory.resolve("none.pem"), "none");
        Diagnosis found = find("certificate", examine(new TlsPaths(none, good.key(), good.trust())));
        assertThat(found.status()).isEqualTo(Status.FAIL);
        assertThat(found.found()).isEqualTo(none + " holds no certificate (expected: PEM)");
        assertThat(found.remedy()).isEqualTo("correct the file of tls.certificate");
    }

    @Test
    void aKeyThatEveryUserMayReadIsFound() throws Exception {
        Files.setPosixFilePermissions(good.key(), PosixFilePermissions.fromString("rw-r--r--"));
        Diagnosis found = find("permissions", examine(good));
        assertThat(found.status()).isEqualTo(Status.WARN);
        assertThat(found.remedy()).isEqualTo("chmod o-rwx " + good.key());
    }

    private TlsPaths valid(Instant begin, Instant end) throws Exception {
        return authority.issue(new CertificateBuilder()
                .subject("CN=short")
                .addSanIpAddress("10.0.0.1")
                .addSanDnsName("node1.example")
                .notBefore(begin)
                .notAfter(end)
                .ecp256());
    }

    private TlsPaths with(Path crl) {
        return new TlsPaths(good.certificate(), good.key(), null, good.trust(), crl);
    }

    private static List<Diagnosis> examine(TlsPaths tls, String... names) {
        ExaminedHost host = new ExaminedHost(
                () -> {
                    throw new AssertionError("no call of Cassandra");
                },
                () -> {},
                tls,
                new TreeMap<>(Map.of("tls.certificate", tls.certificate(), "tls.trust", tls.trust())));
        return new CertificateCheck(host, List.of(names), Clock.systemUTC()).examine();
    }

    private static Diagnosis find(String check, List<Diagnosis> all) {
        return all.stream()
                .filter(each -> each.check().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError(check + " is not in " + all));
    }
}
