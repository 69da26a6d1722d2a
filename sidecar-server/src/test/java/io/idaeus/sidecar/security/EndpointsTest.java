/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.security.Endpoints.Endpoint;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class EndpointsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.1:9043, http://10.0.0.1:9043, true",
        "http://10.0.0.1:9043, http://10.0.0.1:9044, false",
        "http://10.0.0.1:9043, http://10.0.0.2:9043, false",
        "http://[2001:DB8::1]:9043, http://[2001:0db8:0:0:0:0:0:1]:9043, true",
        "http://[2001:DB8::1]:9043, http://[2001:db8::2]:9043, false",
        "http://[::ffff:10.0.0.1]:9043, http://10.0.0.1:9043, true",
        "http://[::ffff:a00:1]:9043, http://10.0.0.1:9043, true"
    })
    void addressesAreComparedHoweverTheyAreWritten(String one, String other, boolean same) {
        Endpoints endpoints = new Endpoints();

        assertThat(endpoints.of(one).equals(endpoints.of(other))).isEqualTo(same);
    }

    @Test
    void aNameIsItsAddresses() {
        assertThat(new Endpoints().of("http://localhost:9043"))
                .contains(new Endpoint("127.0.0.1", 9043))
                .doesNotContain(new Endpoint("localhost", 9043));
    }

    @Test
    void aNameIsLookedUpOnceForARequest() {
        AtomicInteger lookUps = new AtomicInteger();
        Endpoints endpoints = new Endpoints(
                host -> {
                    lookUps.incrementAndGet();
                    return new InetAddress[] {InetAddress.getByAddress(new byte[] {10, 0, 0, 1})};
                },
                LONG);

        assertThat(endpoints.of(List.of("http://node-1:9043", "http://NODE-1:9044")))
                .containsExactlyInAnyOrder(new Endpoint("10.0.0.1", 9043), new Endpoint("10.0.0.1", 9044));
        endpoints.of("http://node-1:9043");
        assertThat(lookUps).hasValue(1);
    }

    @Test
    void aNameWithoutAddressesIsItself() {
        Endpoints endpoints = new Endpoints(
                host -> {
                    throw new UnknownHostException(host);
                },
                LONG);

        assertThat(endpoints.of("http://nowhere:9043")).containsExactly(new Endpoint("nowhere", 9043));
        assertThat(endpoints.of("no address")).containsExactly(new Endpoint("no address", -1));
    }

    @Test
    void aNameServiceThatHangsIsNotWaitedForWithoutEnd() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Endpoints endpoints = new Endpoints(
                host -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return new InetAddress[0];
                },
                Duration.ofMillis(1));

        assertThat(endpoints.of("http://node-1:9043")).containsExactly(new Endpoint("node-1", 9043));
        end.countDown();
    }
}
