/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Timeout(120)
class WarmUpTest {
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(WarmUp.class);

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @TempDir
    Path place;

    @BeforeEach
    void listen() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        LOGGER.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        LOGGER.detachAppender(log);
    }

    @Test
    void itCopiesAndLeavesNothing() throws Exception {
        Files.createFile(place.resolve("state"));

        long copied = WarmUp.run(place);

        assertThat(copied).isEqualTo((32 << 20) + 256 * 3000);
        assertThat(place.toFile().list()).containsExactly("state");
    }

    @Test
    void whatAnInterruptedOneLeftIsReplaced() throws Exception {
        Files.createDirectories(place.resolve(".warm-up/received"));
        Files.createFile(place.resolve(".warm-up/received/large"));

        WarmUp.run(place);

        assertThat(place).isEmptyDirectory();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaid() throws Exception {
        Path file = Files.createFile(place.resolve("file"));

        assertThatThrownBy(() -> WarmUp.run(file)).isInstanceOf(IOException.class);
    }

    @Test
    void inTheBackgroundItSaysWhenItIsDone() throws Exception {
        try (AutoCloseable warmUp = WarmUp.inBackground(place)) {
            Await.until("it is done", () -> !log.list.isEmpty());
        }

        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getFormattedMessage()).matches("Warmed up in \\d+ ms");
        assertThat(log.list.get(0).getThreadName()).startsWith("warm-up");
    }

    @Test
    void aCloseEndsIt() throws Exception {
        WarmUp.inBackground(place).close();

        assertThat(place).isEmptyDirectory();
        assertThat(log.list).as("it has not ended by itself").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".warm-up", ".warm-up/large", ".warm-up/small", ".warm-up/received/small-0"})
    void aCloseIsNoFailureAndLeavesNothing(String begun) throws Exception {
        AutoCloseable warmUp = WarmUp.inBackground(place);
        Await.until("it has begun", () -> Files.exists(place.resolve(begun)) || !log.list.isEmpty());

        warmUp.close();

        assertThat(place).isEmptyDirectory();
        // On a busy machine it may have ended by itself.
        assertThat(log.list).allMatch(said -> said.getFormattedMessage().startsWith("Warmed up"));
    }
}
