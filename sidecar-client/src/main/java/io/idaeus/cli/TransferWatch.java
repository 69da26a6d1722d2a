/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.api.Transfer;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SidecarUnreachableException;
import java.io.PrintStream;
import java.time.Duration;

/** Follows a transfer until it ends. Reconnects when the stream breaks, and while the sidecar restarts, for a limited time. */
final class TransferWatch {

    private final SidecarClient client;
    private final TransferView view;
    private final Duration patience;

    private TransferWatch(SidecarClient client, TransferView view, Duration patience) {
        this.client = client;
        this.view = view;
        this.patience = patience;
    }

    /** Returns the exit code. */
    static int toTheEnd(RemoteCommand command, SidecarClient client, String id, Duration patience) {
        Shell shell = command.root().shell();
        PrintStream err = shell.err();
        String again = "%n%s continues. Follow it again with: %s transfer watch %1$s"
                .formatted(id, command.root().again());
        Transfer ended = Shell.interruptible(() -> err.println(again), () -> follow(client, id, shell, patience));
        command.print(ended, () -> new TransferText(command.root()).ended(ended, client));
        return ExitCodes.of(ended);
    }

    private static Transfer follow(SidecarClient client, String id, Shell shell, Duration patience) {
        try (TransferView view = shell.interactive() ? new BarView(shell.err()) : new LineView(shell.err())) {
            return new TransferWatch(client, view, patience).follow(id);
        }
    }

    private Transfer follow(String id) {
        Transfer transfer = client.transfer(id);
        Pause pause = new Pause();
        while (!transfer.state().isFinal()) {
            long before = System.nanoTime();
            try {
                client.watchTransfer(id, view::show);
            } catch (SidecarCallException broken) {
                requireTemporary(broken);
            }
            if (System.nanoTime() - before > Duration.ofSeconds(5).toNanos()) {
                pause = new Pause();
            }
            transfer = find(id, pause);
        }
        return transfer;
    }

    private Transfer find(String id, Pause pause) {
        long start = System.nanoTime();
        boolean said = false;
        while (true) {
            try {
                Transfer transfer = client.transfer(id);
                if (!transfer.state().isFinal()) {
                    pause.sleep();
                }
                return transfer;
            } catch (SidecarCallException away) {
                requireTemporary(away);
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw away;
                }
                if (!said) {
                    view.say("The sidecar at %s does not answer; retrying for %s."
                            .formatted(client.base(), Units.duration(patience.toSeconds())));
                    said = true;
                }
                pause.sleep();
            }
        }
    }

    /** Throws the failure unless the sidecar does not answer, or answers 502, 503 or 504. */
    private static void requireTemporary(SidecarCallException failure) {
        boolean away = failure instanceof SidecarUnreachableException
                || (failure instanceof SidecarException refused
                        && refused.problem().status() >= 502
                        && refused.problem().status() <= 504);
        if (!away) {
            throw failure;
        }
    }
}
