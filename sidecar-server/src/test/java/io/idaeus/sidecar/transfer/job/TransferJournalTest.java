/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.store.RetiredValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class TransferJournalTest {
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(RetiredValue.class);

    @TempDir
    Path directory;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        LOGGER.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        LOGGER.detachAppender(log);
    }

    @Test
    void transfersWithAutoAreReadAsOffWithOneWarning() throws IOException {
        TransferJournal journal = TransferJournal.open(directory);
        store("transfers", "t-auto", "AUTO");
        store("transfers", "t-other", "AUTO");
        store("ended-transfers", "t-ended", "AUTO");
        List<String> unreadable = new ArrayList<>();

        var unfinished = journal.load(unreadable::add);

        assertThat(unreadable).isEmpty();
        assertThat(unfinished)
                .hasSize(2)
                .allSatisfy(
                        record -> assertThat(record.request().compression()).isEqualTo(TransferRequest.Compression.OFF))
                .allSatisfy(record -> assertThat(record.corrupt()).isEmpty())
                .allSatisfy(record -> assertThat(record.state()).isEqualTo(TransferState.QUEUED));
        assertThat(journal.read("t-ended").orElseThrow().request().compression())
                .isEqualTo(TransferRequest.Compression.OFF);
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getFormattedMessage()).contains("AUTO", "OFF", "ZSTD", "transfers.compression");
    }

    @Test
    void otherUnknownValuesAreOfALaterVersion() throws IOException {
        TransferJournal journal = TransferJournal.open(directory);
        store("transfers", "t-auto", "BROTLI");
        List<String> unreadable = new ArrayList<>();

        assertThat(journal.load(unreadable::add)).isEmpty();

        assertThat(unreadable).containsExactly("t-auto");
        assertThat(log.list).isEmpty();
    }

    // A record that the last build with AUTO wrote.
    private void store(String things, String id, String compression) throws IOException {
        try (InputStream in = TransferJournalTest.class.getResourceAsStream("/transfers/compression-auto.json")) {
            String record = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(
                    directory.resolve(things).resolve(id + ".json"),
                    record.replace("\"t-auto\"", '"' + id + '"').replace("\"AUTO\"", '"' + compression + '"'));
        }
    }
}
