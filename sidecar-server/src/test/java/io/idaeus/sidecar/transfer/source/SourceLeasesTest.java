/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SourceLeasesTest {
    private static final PinnedSource SLOW = source("http://10.0.0.1:9043");
    private static final PinnedSource OTHER = source("http://10.0.0.2:9043");

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final SourceLeases leases = new SourceLeases(this::contact, Duration.ofHours(1));

    @Test
    void onlyWhatIsHeldIsRenewed() {
        leases.renew("t", OTHER);
        assertThat(sent).isEmpty();

        leases.grant("t", contact(OTHER), OTHER);
        leases.renew("t", OTHER);
        leases.release("t", OTHER);
        leases.renew("t", OTHER);

        assertThat(sent).containsExactly("lease", "lease", "release");
    }

    @Test
    void oneThatAnEarlierProcessGrantedIsRenewedUntilItIsReleased() {
        leases.adopt("t", OTHER);
        leases.renew("t", OTHER);
        leases.release("t", OTHER);
        leases.renew("t", OTHER);

        assertThat(sent).containsExactly("lease", "release");
    }

    /** The source would create the lease again. */
    @Test
    void noRenewalReachesTheSourceAfterTheRelease() throws Exception {
        leases.adopt("t", SLOW);
        leases.adopt("t", OTHER);
        Thread renewal = new Thread(() -> leases.renew("t", SLOW));
        renewal.start();
        Await.until("the renewal is in flight", () -> sent.contains("lease"));
        Thread release = new Thread(() -> leases.release("t", SLOW));
        release.start();
        Await.until("the release waits", () -> release.getState() == Thread.State.BLOCKED);

        leases.release("t", OTHER);
        leases.renew("t", SLOW);
        answer.countDown();
        renewal.join(60_000);
        release.join(60_000);

        assertThat(sent)
                .as("the first release is that of the other source, which does not wait")
                .containsExactly("lease", "release", "answered", "release");
    }

    private SstableSource contact(PinnedSource source) {
        return (SstableSource) Proxy.newProxyInstance(
                SstableSource.class.getClassLoader(),
                new Class<?>[] {SstableSource.class},
                (proxy, method, arguments) -> {
                    sent.add(method.getName());
                    if (method.getName().equals("lease") && source.equals(SLOW)) {
                        assertThat(answer.await(60, TimeUnit.SECONDS)).isTrue();
                        sent.add("answered");
                    }
                    return null;
                });
    }

    private static PinnedSource source(String uri) {
        return new PinnedSource(uri, "h", "c", "tag", List.of("0:0"), false, null);
    }
}
