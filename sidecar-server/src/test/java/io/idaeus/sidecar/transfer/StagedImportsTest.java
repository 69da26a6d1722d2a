/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Refused before Cassandra is asked: it is down. */
@Timeout(120)
class StagedImportsTest {
    private static final String LEAF = "shop/users-0123456789abcdef0123456789abcdef";

    @TempDir
    Path directory;

    private ServiceWithoutCassandra services;
    private TransferService service;

    @BeforeEach
    void open() throws Exception {
        services = new ServiceWithoutCassandra(directory);
        service = services.open();
    }

    @AfterEach
    void close() {
        service.close();
        services.close();
    }

    @Test
    void aDirectoryOfATransferThatRunsIsRefused() throws IOException {
        Transfer transfer = service.create(ServiceWithoutCassandra.request("users"), null);

        refused(ProblemType.ILLEGAL_STATE, staged(transfer.id()), transfer.id() + ", which is ");
    }

    @Test
    void aDirectoryOfATransferThatHasEndedIsNot() throws Exception {
        Transfer transfer = service.create(ServiceWithoutCassandra.request("users"), null);
        service.start();
        service.cancel(transfer.id());
        Await.until("its end", () -> service.get(transfer.id()).state().isFinal());

        refused(ProblemType.CASSANDRA_UNAVAILABLE, staged(transfer.id()), "");
    }

    @Test
    void anImportIntoATableThatIsBeingImportedIsRefusedAtOnce() throws IOException {
        Path staged = staged("by-hand");
        ImportService.Turn turn =
                services.imports().turn(new TableName("shop", "users")).orElseThrow();
        refused(ProblemType.ILLEGAL_STATE, staged, "another import into shop.users is running");

        turn.close();
        refused(ProblemType.CASSANDRA_UNAVAILABLE, staged, "");
        refused(ProblemType.CASSANDRA_UNAVAILABLE, staged, "");
    }

    @Test
    void onlyFindingsThatExistAreAccepted() throws IOException {
        ImportRequest request =
                new ImportRequest("shop", "users", List.of(staged("x").toString()), null, List.of("SYSTEM_KEYSPACE"));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> service.stagedImports().run(request, null))
                .withMessageContaining("accept: \"SYSTEM_KEYSPACE\"");
    }

    private void refused(ProblemType type, Path staged, String said) {
        ImportRequest request = new ImportRequest("shop", "users", List.of(staged.toString()), null, null);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> service.stagedImports().run(request, null))
                .withMessageContaining(said)
                .matches(e -> e.type() == type);
    }

    private Path staged(String owner) throws IOException {
        Path path = Files.createDirectories(
                services.staging().resolve(owner).resolve("0-a/nb-1-big").resolve(LEAF));
        Files.createFile(path.resolve("nb-1-big-Data.db"));
        return path;
    }
}
