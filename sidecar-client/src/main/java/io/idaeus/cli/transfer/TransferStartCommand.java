/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Patience;
import io.idaeus.cli.command.Pause;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.command.Shell;
import io.idaeus.cli.command.TableGlobs;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarUnreachableException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "start",
        description =
                "Start a transfer of SSTables from other nodes to the node beside the sidecar at --url. The sources keep their SSTables.")
final class TransferStartCommand extends RemoteCommand {

    private static final int ATTEMPTS = 5;

    @Mixin
    private TransferOptions what = new TransferOptions();

    @Option(
            names = "--watch",
            description =
                    "Follow the transfer until it ends; the exit code tells its result, as that of transfer watch. Without it, exit code 0 means accepted, not moved.")
    private boolean watch;

    @Option(
            names = "--dry-run",
            description = "Print the plan and start nothing. The sources flush nothing and take no snapshot.")
    private boolean dryRun;

    @Option(
            names = "--new",
            description =
                    "Begin another transfer even where one with the same options still runs. Without it, start follows the one that runs.")
    private boolean another;

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description =
                    "A repeated start with this key and the same options starts no second transfer (default: generated).")
    private @Nullable String givenKey;

    @Mixin
    private Patience patience = new Patience();

    @Override
    protected int run(SidecarClient client) {
        TransferRequest request = what.request(new TableGlobs(client, this::wrong));
        if (dryRun) {
            return TransferPlanText.answer(this, client, request);
        }
        Optional<Transfer> running =
                another || givenKey != null ? Optional.empty() : new SameTransfer(request).running(client);
        running.ifPresent(this::sayThatItRuns);
        Transfer started = running.orElseGet(() -> Shell.interruptible(
                this::sayThatItMayRun,
                () -> start(
                        client,
                        request,
                        givenKey != null ? givenKey : UUID.randomUUID().toString())));
        if (watch) {
            global().shell().err().printf("Transfer %s%n", started.id());
            return TransferWatch.toTheEnd(this, client, started.id(), patience.duration());
        }
        print(started, () -> out().printf(
                        "Transfer %s%n  follow it:  %s transfer watch %s%n",
                        started.id(), global().again(), started.id()));
        return ExitCodes.OK;
    }

    private void sayThatItRuns(Transfer running) {
        global().shell()
                .err()
                .printf(
                        "This transfer runs already, since %s, and is %s. Nothing new was started; --new starts another.%n",
                        Units.instant(running.createdAt()), running.state());
    }

    private void sayThatItMayRun() {
        global().shell()
                .err()
                .printf(
                        "%nThe transfer may have started. See: %s transfer list. The same start command finds it.%n",
                        global().again());
    }

    /** Repeats the request with the same key where the response is lost, so that it cannot start two transfers. */
    private Transfer start(SidecarClient client, TransferRequest request, String key) {
        Pause pause = new Pause();
        boolean mayRun = false;
        for (int attempt = 1; ; attempt++) {
            try {
                return client.createTransfer(request, key);
            } catch (SidecarUnreachableException lost) {
                mayRun |= lost.mayHaveArrived();
                if (!mayRun) {
                    throw lost;
                }
                if (attempt == ATTEMPTS) {
                    global().shell()
                            .err()
                            .printf(
                                    "The transfer may have started. Repeat with --idempotency-key %s: that starts no second one.%n",
                                    key);
                    throw lost;
                }
                pause.sleep();
            }
        }
    }
}
