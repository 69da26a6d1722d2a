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
import java.util.Objects;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Prints a progress bar, for terminals. Rate and ETA come from the sidecar. */
final class BarView implements TransferView {

    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private final PrintStream out;
    private @Nullable ProgressBar bar;
    private @Nullable TransferState state;
    private @Nullable String waiting;
    private volatile @Nullable Long etaSeconds;

    BarView(PrintStream out) {
        this.out = out;
    }

    @Override
    public void show(TransferEvent event) {
        TransferProgress progress = event.progress();
        etaSeconds = progress.etaSeconds();
        if (bar == null && progress.bytesTotal() > 0) {
            bar = start(progress);
        }
        waiting(event);
        if (bar == null) {
            beforeTheBar(event);
            return;
        }
        bar.maxHint(progress.bytesTotal());
        bar.stepTo(progress.bytesFetched());
        bar.setExtraMessage(" " + event.state() + " " + course(event));
        state = event.state();
    }

    /** Above the bar, which may be too narrow for it. */
    private void waiting(TransferEvent event) {
        String now = Waiting.key(event.waiting());
        if (!Objects.equals(now, waiting)) {
            waiting = now;
            Waiting.lines(event).forEach(this::say);
        }
    }

    private static String course(TransferEvent event) {
        TransferProgress progress = event.progress();
        return event.waiting() == null
                ? "%s, %d/%d files"
                        .formatted(
                                Units.rate(progress.bytesPerSecond()), progress.filesFetched(), progress.filesTotal())
                : "waiting: " + Waiting.cause(event.waiting());
    }

    @Override
    public void say(String text) {
        // Over the bar, which draws itself again below.
        out.print("\r\033[K");
        out.println(text);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    private void beforeTheBar(TransferEvent event) {
        if (event.state() != state) {
            state = event.state();
            out.println(event.state());
        }
    }

    private ProgressBar start(TransferProgress progress) {
        boolean large = progress.bytesTotal() >= 10 * GIB;
        return new ProgressBarBuilder()
                .setInitialMax(progress.bytesTotal())
                .setUnit(large ? " GiB" : " MiB", large ? GIB : MIB)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(250)
                .setConsumer(new ConsoleProgressBarConsumer(out))
                .setEtaFunction(at -> Optional.ofNullable(etaSeconds).map(Duration::ofSeconds))
                .build();
    }
}
