/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the log into JSON, one event a line. */
final class JsonLog {
    // The name in logback.xml.
    static final String APPENDER = "out";

    private static final Logger log = LoggerFactory.getLogger(JsonLog.class);

    private JsonLog() {}

    /** Where another configuration of logback is in use, it stays as it is. */
    static void use() {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory instanceof LoggerContext context
                && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
                        instanceof OutputStreamAppender<ILoggingEvent> appender) {
            use(context, appender);
        } else {
            log.warn(
                    "log.format: json has no effect on a logback configuration without an appender named {}", APPENDER);
        }
    }

    static void use(LoggerContext context, OutputStreamAppender<ILoggingEvent> appender) {
        appender.stop();
        appender.setEncoder(encoder(context));
        appender.start();
    }

    static Encoder<ILoggingEvent> encoder(LoggerContext context) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        return encoder;
    }
}
