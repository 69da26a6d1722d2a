/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.sidecar.config.ConfigException;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.config.LogConfig;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the sidecar. Exit code 2: usage or configuration error; 1: the start failed. */
public final class Main {
    private static final int FAILED = 1;
    private static final int USAGE_ERROR = 2;
    private static final Logger log = LoggerFactory.getLogger(Main.class);

    private Main() {}

    public static void main(String[] arguments) {
        int status = run(List.of(arguments), System.getenv(), System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Returns once the sidecar is up; its threads keep the process alive. */
    static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        try {
            CommandLine line = CommandLine.parse(arguments, environment);
            switch (line.action()) {
                case PRINT_VERSION -> out.println("idaeus-sidecar " + Sidecar.version());
                case PRINT_HELP -> out.println(CommandLine.USAGE);
                case RUN -> start(ConfigFile.read(line.config(), environment));
                case EXAMINE -> {
                    return Examination.inText(out).of(line.config(), environment);
                }
                case EXAMINE_IN_JSON -> {
                    return Examination.inJson(out).of(line.config(), environment);
                }
            }
            return 0;
        } catch (IllegalArgumentException e) {
            err.println("idaeus-sidecar: " + e.getMessage());
            err.println(CommandLine.USAGE);
            return USAGE_ERROR;
        } catch (ConfigException e) {
            err.println("idaeus-sidecar: " + e.getMessage());
            return USAGE_ERROR;
        } catch (StartException e) {
            err.println("idaeus-sidecar: " + e.getMessage());
            log.debug("Start failed", e);
            return e.isConfiguration() ? USAGE_ERROR : FAILED;
        }
    }

    private static void start(ConfigFile file) throws StartException {
        if (file.config().log().format() == LogConfig.Format.JSON) {
            JsonLog.use();
        }
        file.warnings().forEach(log::warn);
        Sidecar sidecar = Sidecar.start(file.config());
        Runtime.getRuntime().addShutdownHook(new Thread(sidecar::close, "shutdown"));
    }
}
