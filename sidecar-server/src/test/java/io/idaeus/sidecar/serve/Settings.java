/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.admission.AdmissionBounds;
import io.idaeus.sidecar.serve.page.PageCacheUse;
import java.time.Duration;

/** Settings that make tests short. */
final class Settings {
    private Settings() {}

    /** Reading ahead uses sendfile too, to nowhere: then its calls cannot be counted. */
    static ServeSettings withoutReadAhead() {
        return pageCache(new PageCacheUse(false, false));
    }

    static ServeSettings pageCache(PageCacheUse use) {
        ServeSettings plain = plain();
        return new ServeSettings(
                plain.host(),
                plain.port(),
                plain.eventLoops(),
                plain.connections(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.minRateWindow(),
                plain.minBytesPerSecond(),
                plain.segmentBytes(),
                plain.drainTimeout(),
                null,
                plain.readers(),
                use);
    }

    static ServeSettings timed(Duration idle, Duration stall) {
        return with(plain().connections(), idle, stall, Duration.ofSeconds(5));
    }

    /** One event loop: a connection rests before the response to a later request of another. */
    static ServeSettings limited(int connections, int perAddress) {
        return with(
                1,
                new AdmissionBounds(connections, perAddress, 256, 64),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5));
    }

    static ServeSettings draining(Duration timeout) {
        return with(plain().connections(), Duration.ofSeconds(60), Duration.ofSeconds(30), timeout);
    }

    private static ServeSettings plain() {
        return ServeSettings.plain("127.0.0.1", 0);
    }

    private static ServeSettings with(AdmissionBounds connections, Duration idle, Duration stall, Duration drain) {
        return with(plain().eventLoops(), connections, idle, stall, drain);
    }

    private static ServeSettings with(
            int eventLoops, AdmissionBounds connections, Duration idle, Duration stall, Duration drain) {
        ServeSettings plain = plain();
        return new ServeSettings(
                plain.host(),
                plain.port(),
                eventLoops,
                connections,
                idle,
                idle,
                stall,
                plain.minBytesPerSecond(),
                plain.segmentBytes(),
                drain,
                null,
                plain.readers());
    }
}
