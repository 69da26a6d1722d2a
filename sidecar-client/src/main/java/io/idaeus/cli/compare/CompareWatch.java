/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.compare;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.Follower;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.command.Shell;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Follows a comparison until it ends: a line at each change of its state, and every ten seconds. */
final class CompareWatch {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final SidecarClient client;
    private final String id;
    private final PrintStream err;
    private String said = "";
    private Instant last = Instant.MIN;

    private CompareWatch(SidecarClient client, String id, PrintStream err) {
        this.client = client;
        this.id = id;
        this.err = err;
    }

    /** Returns the exit code. */
    static int toTheEnd(RemoteCommand command, SidecarClient client, String id, Duration patience) {
        PrintStream err = command.global().shell().err();
        String again = """

                The comparison continues without this command.
                  follow it again:  %1$s compare watch %2$s
                  pause it:         %1$s compare pause %2$s""".formatted(command.global().again(), id);
        CompareWatch watch = new CompareWatch(client, id, err);
        Comparison ended = Shell.interruptible(() -> err.println(again), () -> new Follower<>(
                        new Follower.Subject<>(
                                client.base(), watch::read, each -> each.state().isFinal(), () -> {}),
                        err::println,
                        patience)
                .follow());
        command.print(ended, () -> new CompareText(client.comparisons(), command.out()).show(ended, false));
        return ExitCodes.of(ended);
    }

    private Comparison read() {
        Comparison now = client.comparisons().get(id);
        List<String> waits = CompareText.waits(now);
        String key = now.state() + String.join("", waits);
        if (!key.equals(said) || !Instant.now().isBefore(last.plus(INTERVAL))) {
            said = key;
            last = Instant.now();
            err.printf(
                    "%s %s %s of the work, %s rows%s%n",
                    Units.instant(last),
                    now.state(),
                    CompareText.percent(now.share()),
                    CompareText.number(Math.max(now.rowsHere(), now.rowsThere())),
                    now.etaSeconds() == null ? "" : ", " + Units.duration(now.etaSeconds()) + " left");
            waits.forEach(line -> err.println(Units.instant(last) + " " + line));
        }
        return now;
    }
}
