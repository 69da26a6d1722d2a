/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.idaeus.client.ClientJson;
import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.config.ConfigException;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.doctor.Doctor;
import io.idaeus.sidecar.doctor.ExaminedHost;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** {@code idaeus-sidecar doctor}: looks at this host, and prints each finding as soon as there is one. */
final class Examination {
    // Nothing is loaded yet, and the machine may be busy: on one that is, 8 s were too few. Below the limit of a check.
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(15);

    private final Function<Diagnosis, String> form;
    private final PrintStream out;
    private boolean well = true;

    private Examination(Function<Diagnosis, String> form, PrintStream out) {
        this.form = form;
        this.out = out;
    }

    static Examination inText(PrintStream out) {
        return new Examination(Diagnosis::text, out);
    }

    /** One line for each finding. */
    static Examination inJson(PrintStream out) {
        return new Examination(diagnosis -> json(diagnosis) + "\n", out);
    }

    /** Returns the exit code: 0 where nothing is wrong. */
    int of(@Nullable Path file, Map<String, String> environment) {
        Logger log = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        @Nullable Appender<ILoggingEvent> appender = log.getAppender(JsonLog.APPENDER);
        // Failures are findings; the lines of the log would stand among them.
        if (appender != null) {
            log.detachAppender(appender);
        }
        try {
            ConfigFile config = ConfigFile.read(file, environment);
            new Doctor(config, host(new Settings(config.config())), Clock.systemUTC()).examine(this::print);
        } catch (ConfigException refused) {
            Doctor.refused(refused).forEach(this::print);
        } finally {
            if (appender != null) {
                log.addAppender(appender);
            }
        }
        return well ? 0 : 1;
    }

    private static ExaminedHost host(Settings settings) {
        return new ExaminedHost(
                () -> new CassandraDoor(settings.cassandra().patient(FIRST_ANSWER)),
                () -> settings.access().close(),
                settings.tlsFiles(),
                settings.certificates());
    }

    private void print(Diagnosis found) {
        well &= found.status() == Status.OK;
        out.print(form.apply(found));
        out.flush();
    }

    private static String json(Diagnosis diagnosis) {
        try {
            return ClientJson.mapper().writeValueAsString(diagnosis);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("A diagnosis cannot be written: " + diagnosis, impossible);
        }
    }
}
