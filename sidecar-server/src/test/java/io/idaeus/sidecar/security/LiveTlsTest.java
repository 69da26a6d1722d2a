/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.config.TlsPaths;
import io.netty.pkitesting.CertificateBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveTlsTest {
    @TempDir
    Path directory;

    @TempDir
    Path mount;

    private Certificates authority;
    private TlsPaths first;
    private TlsPaths second;
    private MountedCertificates mounted;
    private LiveTls live;

    @BeforeEach
    void open() throws Exception {
        authority = new Certificates(directory, "authority");
        first = authority.issue("CN=first");
        second = authority.issue("CN=second");
        mounted = MountedCertificates.in(mount, first);
        live = LiveTls.open(mounted.files(), Clock.systemUTC());
    }

    @AfterEach
    void close() {
        live.close();
    }

    @Test
    void newFilesMakeNewContexts() throws Exception {
        TlsContexts before = live.current();
        mounted.replace(second);

        live.reload();

        assertThat(subject()).isEqualTo("CN=second");
        assertThat(live.current().server()).isNotSameAs(before.server());
        assertThat(live.current().client()).isNotSameAs(before.client());
        assertThat(live.current().jdk()).isNotSameAs(before.jdk());
        assertThat(live.changes()).isEqualTo(1);
        assertThat(live.refusals()).isZero();
    }

    @Test
    void theSameContentsMakeNone() throws Exception {
        TlsContexts before = live.current();
        live.reload();
        mounted.replace(first);
        live.reload();

        assertThat(live.current()).isSameAs(before);
        assertThat(live.changes()).isZero();
    }

    @Test
    void aCertificateWhoseKeyIsStillToComeIsNotTaken() throws Exception {
        Files.copy(second.certificate(), mounted.files().certificate(), StandardCopyOption.REPLACE_EXISTING);
        live.reload();
        live.reload();

        assertThat(subject()).isEqualTo("CN=first");
        assertThat(live.refusals()).as("once per content").isEqualTo(1);

        Files.copy(second.key(), mounted.files().key(), StandardCopyOption.REPLACE_EXISTING);
        live.reload();

        assertThat(subject()).isEqualTo("CN=second");
        assertThat(live.changes()).isEqualTo(1);
        assertThat(live.refusals()).isEqualTo(1);
    }

    @Test
    void aFileThatEndsInTheMiddleIsNotTaken() throws Exception {
        mounted.trust(first, new Certificates(directory, "another").issue("CN=x"));
        String whole = Files.readString(mounted.files().trust());
        for (int missing : new int[] {10, 30, 40, 400}) {
            Files.writeString(mounted.files().trust(), whole.substring(0, whole.length() - missing));
            live.reload();
            assertThat(trusted()).as("without the last %d bytes", missing).containsExactly("CN=authority");
        }
        Files.writeString(mounted.files().trust(), "");
        live.reload();
        assertThat(trusted()).as("of an empty file").containsExactly("CN=authority");
        assertThat(live.refusals()).isEqualTo(5);

        Files.writeString(mounted.files().trust(), whole);
        live.reload();
        assertThat(trusted()).containsExactly("CN=authority", "CN=another");
    }

    @Test
    void deletedFilesLeaveThingsAsTheyWere() throws Exception {
        Files.delete(mounted.files().key());
        live.reload();
        live.reload();

        assertThat(subject()).isEqualTo("CN=first");
        assertThat(live.refusals()).isEqualTo(1);

        mounted.replace(second);
        live.reload();
        assertThat(subject()).isEqualTo("CN=second");
    }

    @Test
    void anInterruptedChangeThatIsTakenBackIsNoChange() throws Exception {
        TlsContexts before = live.current();
        Files.writeString(mounted.files().key(), "half a k");
        live.reload();
        mounted.replace(first);
        live.reload();

        assertThat(live.current()).isSameAs(before);
        assertThat(live.refusals()).isEqualTo(1);
    }

    @Test
    void anotherHalfIsCountedAgain() throws Exception {
        Files.writeString(mounted.files().key(), "half");
        live.reload();
        Files.writeString(mounted.files().key(), "another half");
        live.reload();

        assertThat(live.refusals()).isEqualTo(2);
    }

    /** As Kubernetes mounts secrets: the files are links through a link that is turned. */
    @Test
    void aLinkThatIsTurnedIsSeen() throws Exception {
        Path old = Files.createDirectory(directory.resolve("..1"));
        Path fresh = Files.createDirectory(directory.resolve("..2"));
        MountedCertificates.in(old, first);
        MountedCertificates.in(fresh, second);
        Path data = Files.createSymbolicLink(directory.resolve("..data"), old);
        Path links = Files.createDirectory(directory.resolve("links"));
        for (String name : List.of("tls.crt", "tls.key", "ca.crt")) {
            Files.createSymbolicLink(links.resolve(name), data.resolve(name));
        }
        TlsPaths settings = new TlsPaths(links.resolve("tls.crt"), links.resolve("tls.key"), links.resolve("ca.crt"));
        try (LiveTls linked = LiveTls.open(settings, Clock.systemUTC())) {
            Path turned = Files.createSymbolicLink(directory.resolve("..tmp"), fresh);
            Files.move(turned, data, StandardCopyOption.ATOMIC_MOVE);
            linked.reload();

            assertThat(linked.current()
                            .material()
                            .certificate()
                            .getSubjectX500Principal()
                            .getName())
                    .isEqualTo("CN=second");
        }
    }

    @Test
    void changesWithinOneSecondOfFilesOfTheSameLengthAreSeen() throws Exception {
        mounted.trust(first, first);
        FileTime modified = Files.getLastModifiedTime(mounted.files().trust());
        live.reload();
        String text = Files.readString(mounted.files().trust());
        Files.writeString(mounted.files().trust(), "#" + text.substring(0, text.length() - 1));
        Files.setLastModifiedTime(mounted.files().trust(), modified);
        live.reload();

        assertThat(live.changes()).isEqualTo(2);
    }

    @Test
    void authoritiesOverlapWhileTheyAreChanged() throws Exception {
        TlsPaths moved = new Certificates(directory, "new authority").issue("CN=moved");

        mounted.trust(first, moved);
        live.reload();
        assertThat(trusted()).containsExactly("CN=authority", "CN=new authority");

        Files.copy(moved.certificate(), mounted.files().certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(moved.key(), mounted.files().key(), StandardCopyOption.REPLACE_EXISTING);
        live.reload();
        assertThat(subject()).isEqualTo("CN=moved");

        mounted.trust(moved);
        live.reload();
        assertThat(trusted()).containsExactly("CN=new authority");
    }

    @Test
    void anExpiredCertificateDoesNotReplaceAGoodOne() throws Exception {
        mounted.replace(authority.issue(new CertificateBuilder()
                .subject("CN=expired")
                .ecp256()
                .notBefore(Instant.now().minus(Duration.ofDays(2)))
                .notAfter(Instant.now().minus(Duration.ofDays(1)))));
        live.reload();

        assertThat(subject()).isEqualTo("CN=first");
        assertThat(live.refusals()).isEqualTo(1);
    }

    @Test
    void aCertificateFromTheFutureIsTakenWhenItsTimeHasCome() throws Exception {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        TlsPaths early = authority.issue(new CertificateBuilder()
                .subject("CN=early")
                .ecp256()
                .notBefore(tomorrow)
                .notAfter(tomorrow.plus(Duration.ofDays(1))));
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        try (LiveTls patient = LiveTls.open(mounted.files(), new TurnedClock(now))) {
            mounted.replace(early);
            patient.reload();
            assertThat(patient.changes()).isZero();

            now.set(tomorrow.plusSeconds(60));
            patient.reload();
            assertThat(patient.changes()).isEqualTo(1);
        }
    }

    @Test
    void whoeverWatchesIsToldNowAndLater() throws Exception {
        List<TlsContexts> told = new ArrayList<>();
        live.watch(told::add);
        mounted.replace(second);
        live.reload();
        live.reload();

        assertThat(told).hasSize(2).last().isSameAs(live.current());
    }

    @Test
    void theFilesAreLookedAtByThemselves() throws Exception {
        CountDownLatch changed = new CountDownLatch(2);
        live.watch(now -> changed.countDown());
        live.start(Duration.ofMillis(5));
        mounted.replace(second);

        assertThat(changed.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(subject()).isEqualTo("CN=second");
    }

    @Test
    void theKeyStoresHoldTheIdentityAndTheAuthoritiesApart() throws Exception {
        KeyStore identity = live.current().material().identityStore();
        KeyStore trust = live.current().material().trustStore();

        assertThat(Collections.list(identity.aliases()))
                .allMatch(alias -> isKey(identity, alias))
                .hasSize(1);
        assertThat(Collections.list(trust.aliases()))
                .noneMatch(alias -> isKey(trust, alias))
                .hasSize(1);
    }

    @Test
    void theFirstFilesMustBeGood() throws Exception {
        Files.writeString(mounted.files().key(), "half");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> LiveTls.open(mounted.files(), Clock.systemUTC()))
                .withMessageStartingWith(mounted.files().key() + " holds no private key");
    }

    @Test
    void theKeyIsInNoMessage() {
        assertThat(live.current().material().identity() + " " + live.current())
                .contains("CN=first")
                .doesNotContain("PRIVATE KEY");
        assertThat(TlsFiles.read(mounted.files()).toString()).doesNotContain("PRIVATE KEY");
    }

    private static final class TurnedClock extends Clock {
        private final AtomicReference<Instant> now;

        TurnedClock(AtomicReference<Instant> now) {
            this.now = now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    }

    private static boolean isKey(KeyStore store, String alias) {
        try {
            return store.isKeyEntry(alias);
        } catch (KeyStoreException e) {
            throw new AssertionError(e);
        }
    }

    private String subject() {
        return live.current().material().certificate().getSubjectX500Principal().getName();
    }

    private List<String> trusted() {
        return live.current().material().trust().stream()
                .map((X509Certificate one) -> one.getSubjectX500Principal().getName())
                .toList();
    }
}
