/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log as {@code log.format: json} makes it. */
class JsonLogTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final LoggerContext context = new LoggerContext();
    private Logger log;

    @BeforeEach
    void turn() {
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern("%msg%n");
        text.start();
        // As that of the console, it opens its stream when it starts.
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>() {
            @Override
            public void start() {
                setOutputStream(out);
                super.start();
            }
        };
        appender.setContext(context);
        appender.setEncoder(text);
        appender.start();
        log = context.getLogger("io.idaeus.Test");
        log.addAppender(appender);
        context.setMDCAdapter(new ch.qos.logback.classic.util.LogbackMDCAdapter());
        JsonLog.use(context, appender);
    }

    @Test
    void anEventIsOneLineWithTimeLevelThreadLoggerAndMessage() throws Exception {
        log.info("{} is {}", "disk", "full");

        JsonNode event = onlyLine();
        assertThat(event.path("timestamp").asLong()).isPositive();
        assertThat(event.path("level").asText()).isEqualTo("INFO");
        assertThat(event.path("threadName").asText())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(event.path("loggerName").asText()).isEqualTo("io.idaeus.Test");
        assertThat(event.path("formattedMessage").asText()).isEqualTo("disk is full");
    }

    @Test
    void newlinesControlCharactersAndQuotesStayInOneLineAndComeBack() throws Exception {
        StringBuilder all = new StringBuilder("\"quoted\" \\ \n{\"level\":\"ERROR\"}\r\n ü € \u2028 ");
        for (char control = 0; control < 0x20; control++) {
            all.append(control);
        }
        all.append('\u007f').append('\u0085').append("\u001b[31m");

        log.warn("{}", all);

        assertThat(onlyLine().path("formattedMessage").asText()).isEqualTo(all.toString());
    }

    @Test
    void anExceptionStaysInTheLine() throws Exception {
        log.error("failed", new IllegalStateException("first\nsecond", new RuntimeException("cause")));

        JsonNode thrown = onlyLine().path("throwable");
        assertThat(thrown.path("className").asText()).isEqualTo(IllegalStateException.class.getName());
        assertThat(thrown.path("message").asText()).isEqualTo("first\nsecond");
        assertThat(thrown.path("cause").path("message").asText()).isEqualTo("cause");
    }

    @Test
    void idsAreFields() throws Exception {
        context.getMDCAdapter().put("transfer", "0192-a");
        try {
            log.info("PULLING");
        } finally {
            context.getMDCAdapter().clear();
        }

        assertThat(onlyLine().path("mdc").path("transfer").asText()).isEqualTo("0192-a");
    }

    private JsonNode onlyLine() throws Exception {
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(1);
        return new ObjectMapper().readTree(lines.get(0));
    }
}
