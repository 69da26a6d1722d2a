/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.admission.AdmissionCounters;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.serve.ServeMetrics;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every counter that is added to for a peer must be added to for all of them: easily forgotten with a new one. */
class PeerCountersTest {
    @ParameterizedTest
    @MethodSource("countersOfEachDirection")
    void whatIsCountedForAPeerIsCountedForAll(Object all, Object peer) throws Exception {
        Map<String, Object> untouched = values(all);
        for (Method method : all.getClass().getDeclaredMethods()) {
            if (isAdder(method)) {
                method.setAccessible(true);
                method.invoke(
                        peer,
                        Arrays.stream(method.getParameterTypes())
                                .map(PeerCountersTest::something)
                                .toArray());
                assertThat(values(all)).as("after %s", method.getName()).isEqualTo(values(peer));
            }
        }
        assertThat(values(all)).isNotEqualTo(untouched);
    }

    static Stream<Object[]> countersOfEachDirection() throws Exception {
        InetAddress address = InetAddress.getLoopbackAddress();
        FetchMetrics fetch = new FetchMetrics();
        ServeMetrics serve = new ServeMetrics();
        return Stream.of(
                new Object[] {fetch, ofPeer(fetch, InetSocketAddress.class, new InetSocketAddress(address, 1))},
                new Object[] {serve, ofPeer(serve, InetAddress.class, address)});
    }

    private static Object ofPeer(Object all, Class<?> type, Object peer) throws Exception {
        Method of = all.getClass().getDeclaredMethod("of", type);
        of.setAccessible(true);
        return of.invoke(all, peer);
    }

    private static boolean isAdder(Method method) {
        return method.getReturnType() == void.class && !Modifier.isStatic(method.getModifiers());
    }

    private static Object something(Class<?> type) {
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type == boolean.class) {
            return true;
        }
        return type == int.class ? (Object) 7 : (Object) 7L;
    }

    private static Map<String, Object> values(Object meters) throws Exception {
        Map<String, Object> values = new TreeMap<>();
        for (Method method : meters.getClass().getDeclaredMethods()) {
            boolean reads = Modifier.isPublic(method.getModifiers())
                    && !isAdder(method)
                    && method.getParameterCount() == 0
                    && method.getReturnType() != AdmissionCounters.class;
            if (reads && !method.getName().equals("peers")) {
                values.put(method.getName(), method.invoke(meters));
            }
        }
        return values;
    }
}
