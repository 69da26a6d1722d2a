/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;

/** Replaces names of Micrometer's that break Prometheus's conventions: {@code promtool check metrics} reports them. */
final class ConventionalNames implements MeterFilter {
    @Override
    public MeterFilterReply accept(Meter.Id id) {
        // In nanoseconds. process_cpu_seconds_total is there instead.
        return id.getName().equals("process.cpu.time") ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        return id.getName().equals("system.cpu.count") ? id.withName("system.cpus") : id;
    }
}
