/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.idaeus.api.ProblemType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutagesTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(OutagesTest.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Outages outages = new Outages(logger);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    @Test
    void eachOutageIsWarnedOfOnce() {
        ProblemException away = new ProblemException(ProblemType.PEER_FAILED, "away");
        for (int i = 0; i < 3; i++) {
            outages.failed("a", "a fails", away);
            outages.failed("b", "b fails", away);
        }
        outages.over("a");
        outages.failed("a", "a fails", away);
        outages.overIf("b"::equals);
        outages.failed("b", "b fails", away);
        outages.failed("a", "a fails", away);

        String a = "a fails; retrying: away";
        String b = "b fails; retrying: away";
        assertThat(warnings()).extracting(ILoggingEvent::getFormattedMessage).containsExactly(a, b, a, b);
        assertThat(warnings()).extracting(ILoggingEvent::getThrowableProxy).containsOnlyNulls();
    }

    @Test
    void whatNobodyExpectedIsToldWithItsStackTrace() {
        outages.failed("a", "a fails", new IllegalStateException("a bug"));

        assertThat(warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.getFormattedMessage()).isEqualTo("a fails; retrying");
            assertThat(warning.getThrowableProxy().getMessage()).isEqualTo("a bug");
        });
    }

    private List<ILoggingEvent> warnings() {
        return log.list.stream().filter(event -> event.getLevel() == Level.WARN).toList();
    }
}
