/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The process's registry of metrics, with those of the JVM and the process itself. Thread-safe. */
public final class PrometheusMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final List<MeterBinder> late = new CopyOnWriteArrayList<>();

    public PrometheusMetrics(String version) {
        registry.config().meterFilter(new ConventionalNames());
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        FunctionCounter.builder("process.cpu", ProcessHandle.current(), PrometheusMetrics::cpuSeconds)
                .description("CPU time of the process")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("idaeus.build.info", () -> 1)
                .description("Always 1; the label is the version")
                .tag("version", version)
                .register(registry);
    }

    private static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Calls the binder before each scrape, in the scraping thread: for series that appear while the process runs. */
    public void bindBeforeScrape(MeterBinder binder) {
        late.add(binder);
    }

    /** All metrics in Prometheus's text format. */
    public String scrape() {
        late.forEach(binder -> binder.bindTo(registry));
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
