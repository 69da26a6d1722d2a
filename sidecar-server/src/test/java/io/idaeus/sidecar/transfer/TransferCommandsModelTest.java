/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks random commands, legal and illegal, and restarts, beside a model of what each transfer is to be. */
@Timeout(120)
class TransferCommandsModelTest {
    private static final int COMMANDS = 150;
    private static final int MOST_TRANSFERS = 6;

    @TempDir
    Path directory;

    private final Map<String, Model> models = new LinkedHashMap<>();
    private final List<String> walked = new ArrayList<>();

    /** The state of a transfer, as far as commands decide it. */
    private enum Model {
        GOES_ON,
        PAUSED,
        CANCELLED
    }

    private interface Command {
        Transfer of(String id);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void commandsDoWhatTheModelDoes(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (ServiceWithoutCassandra services = new ServiceWithoutCassandra(directory)) {
            TransferService service = services.open();
            service.start();
            try {
                for (int i = 0; i < COMMANDS; i++) {
                    if (random.nextInt(15) == 0) {
                        walked.add("restart");
                        service.close();
                        service = services.open();
                        service.start();
                    } else {
                        command(service, random);
                    }
                    compare(service);
                }
                end(service);
            } finally {
                service.close();
            }
        }
    }

    private void command(TransferService service, SplittableRandom random) {
        if (models.size() < MOST_TRANSFERS && (models.isEmpty() || random.nextInt(4) == 0)) {
            String id = service.create(ServiceWithoutCassandra.request("t" + models.size()), null)
                    .id();
            walked.add("create " + id);
            models.put(id, Model.GOES_ON);
            return;
        }
        String id = List.copyOf(models.keySet()).get(random.nextInt(models.size()));
        switch (random.nextInt(8)) {
            case 0 -> cancel(service, id);
            case 1, 2, 3 -> unlessCancelled("pause", id, Model.PAUSED, service::pause);
            case 4, 5, 6 -> unlessCancelled("resume", id, Model.GOES_ON, service::resume);
            default -> unlessCancelled("limit", id, model(id), any -> service.limit(any, 1L << 20));
        }
    }

    private void cancel(TransferService service, String id) {
        walked.add("cancel " + id);
        service.cancel(id);
        models.put(id, Model.CANCELLED);
    }

    private void unlessCancelled(String name, String id, Model then, Command command) {
        walked.add(name + ' ' + id);
        try {
            command.of(id);
            assertThat(model(id)).as("%s is to be refused", walked).isNotEqualTo(Model.CANCELLED);
            models.put(id, then);
        } catch (ProblemException e) {
            assertThat(model(id)).as("%s is to be taken: %s", walked, e).isEqualTo(Model.CANCELLED);
            assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE);
        }
    }

    private Model model(String id) {
        return models.getOrDefault(id, Model.GOES_ON);
    }

    private void compare(TransferService service) {
        models.forEach((id, model) -> {
            Transfer transfer = service.get(id);
            assertThat(seen(transfer)).as("%s after %s", transfer, walked).isEqualTo(model);
        });
    }

    private static Model seen(Transfer transfer) {
        if (transfer.state() == TransferState.CANCELLING || transfer.state() == TransferState.CANCELLED) {
            return Model.CANCELLED;
        }
        TransferWait waiting = transfer.waiting();
        boolean paused = transfer.state() == TransferState.PAUSED
                && waiting != null
                && waiting.cause() == TransferWait.Cause.OPERATOR;
        return paused ? Model.PAUSED : Model.GOES_ON;
    }

    /** Whatever was walked: each can be cancelled, and then ends. */
    private void end(TransferService service) throws Exception {
        for (String id : models.keySet()) {
            service.cancel(id);
            CountDownLatch ended = new CountDownLatch(1);
            try (AutoCloseable watch = service.watch(id, event -> {
                if (event.state() == TransferState.CANCELLED) {
                    ended.countDown();
                }
            })) {
                assertThat(ended.await(60, TimeUnit.SECONDS))
                        .as("%s of %s after %s", watch, service.get(id), walked)
                        .isTrue();
            }
        }
        assertThat(directory.resolve("staging"))
                .satisfiesAnyOf(staging -> assertThat(staging).doesNotExist(), staging -> assertThat(staging)
                        .isEmptyDirectory());
    }
}
