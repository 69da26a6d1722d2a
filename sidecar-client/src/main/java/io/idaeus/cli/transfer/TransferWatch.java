/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Follower;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.command.Shell;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.time.Duration;

/** Follows a transfer until it ends. */
final class TransferWatch {

    private TransferWatch() {}

    /** Returns the exit code. */
    static int toTheEnd(RemoteCommand command, SidecarClient client, String id, Duration patience) {
        Shell shell = command.global().shell();
        PrintStream err = shell.err();
        String again = """

                The transfer continues without this command.
                  follow it again:  %1$s transfer watch %2$s
                  stop it:          %1$s transfer cancel %2$s""".formatted(command.global().again(), id);
        Transfer ended = Shell.interruptible(() -> err.println(again), () -> follow(client, id, shell, patience));
        command.print(ended, () -> new TransferText(command.global()).ended(ended, client));
        return ExitCodes.of(ended);
    }

    private static Transfer follow(SidecarClient client, String id, Shell shell, Duration patience) {
        try (TransferView view = shell.interactive() ? new BarView(shell.err()) : new LineView(shell.err())) {
            Follower.Subject<Transfer> subject = new Follower.Subject<>(
                    client.base(),
                    () -> client.transfer(id),
                    transfer -> transfer.state().isFinal(),
                    () -> client.watchTransfer(id, view::show));
            return new Follower<>(subject, view::say, patience).follow();
        }
    }
}
