/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.cli.output.Units;
import io.idaeus.cli.output.Waiting;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prints a line at each change of state and every ten seconds, for logs. */
final class LineView implements TransferView {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final PrintStream out;
    private Instant last = Instant.MIN;
    private @Nullable TransferState state;
    // Waiting.key of the wait printed last.
    private @Nullable String waiting;

    LineView(PrintStream out) {
        this.out = out;
    }

    @Override
    public void show(TransferEvent event) {
        if (event.state() != state || !event.at().isBefore(last.plus(INTERVAL))) {
            state = event.state();
            last = event.at();
            out.println(line(event));
        }
        String key = Waiting.key(event.waiting());
        if (!Objects.equals(key, waiting)) {
            waiting = key;
            Waiting.lines(event).forEach(out::println);
        }
    }

    @Override
    public void say(String text) {
        out.println(text);
    }

    @Override
    public void close() {
        out.flush();
    }

    private static String line(TransferEvent event) {
        TransferProgress progress = event.progress();
        // A wait is printed on lines of its own. The result, printed last, gives the reason of a final state.
        boolean omitted = event.reason() == null
                || event.waiting() != null
                || event.state().isFinal();
        String reason = omitted ? "" : " (" + Units.plain(String.valueOf(event.reason())) + ")";
        String head = "%s %s%s".formatted(Units.instant(event.at()), event.state(), reason);
        if (progress.bytesTotal() == 0) {
            return head;
        }
        Long eta = progress.etaSeconds();
        return "%s %s of %s (%s), %d of %d files, %s%s"
                .formatted(
                        head,
                        Units.bytes(progress.bytesFetched()),
                        Units.bytes(progress.bytesTotal()),
                        Units.percent(progress.bytesFetched(), progress.bytesTotal()),
                        progress.filesFetched(),
                        progress.filesTotal(),
                        Units.rate(progress.bytesPerSecond()),
                        eta == null || event.state().isFinal() ? "" : ", " + Units.duration(eta) + " left");
    }
}
