/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.EffectiveLimit;
import io.idaeus.api.limits.Limits;
import io.idaeus.api.limits.RateRange;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.cli.output.Units;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "limits",
        description =
                "Show the rate limits of the node now, whether each is fixed or adaptive, and why it has its value.",
        subcommands = {LimitsCommand.Set.class, LimitsCommand.Reset.class})
public final class LimitsCommand extends RemoteCommand {

    @Override
    protected int run(SidecarClient client) {
        return answer(this, client.limits());
    }

    @Command(
            name = "set",
            description = {
                "Change rate limits at once. What no option changes keeps its present value. From then on the sidecar ignores the rate limits of its configuration, also after a restart, until limits reset.",
                "An adaptive limit needs at least one of the three --max options, given now or already in force.",
                "RATE is a whole number of KiB/s, MiB/s or GiB/s, at least 64KiB/s."
            })
    static final class Set extends RemoteCommand {

        @Mixin
        private LimitOptions options = new LimitOptions();

        @Override
        protected int run(SidecarClient client) {
            String contradiction = options.contradiction();
            if (contradiction != null) {
                throw wrong(contradiction);
            }
            return answer(this, client.setLimits(options.over(client.limits().settings())));
        }
    }

    @Command(
            name = "reset",
            description =
                    "Discard what limits set changed: the rate limits of the sidecar's configuration apply again.")
    static final class Reset extends RemoteCommand {

        @Override
        protected int run(SidecarClient client) {
            return answer(this, client.resetLimits());
        }
    }

    private static int answer(RemoteCommand command, Limits limits) {
        command.print(limits, () -> show(limits, command.out()));
        return ExitCodes.OK;
    }

    private static void show(Limits limits, PrintStream out) {
        Table table = Table.of("DIRECTION", ">LIMIT", "STATE", "SINCE", "REASON");
        row(table, "send", limits.send());
        row(table, "receive", limits.receive());
        table.print(out);
        AdaptiveSettings adaptive = limits.settings().adaptive();
        if (adaptive != null) {
            out.println();
            out.println("adaptive  " + String.join(", ", words(adaptive)));
        }
        out.printf(
                "%nset by    %s%n",
                limits.origin() == Limits.Origin.API
                        ? "the API at " + Units.instant(limits.setAt())
                        : "the sidecar's configuration");
    }

    private static void row(Table table, String direction, EffectiveLimit now) {
        table.row(
                direction,
                now.bytesPerSecond() == null ? "none" : Units.rate(now.bytesPerSecond()),
                now.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                Units.instant(now.since()),
                now.reason());
    }

    private static List<String> words(AdaptiveSettings adaptive) {
        List<String> words = new ArrayList<>();
        range(words, "send", adaptive.send());
        range(words, "receive", adaptive.receive());
        if (adaptive.maxPendingCompactions() != null) {
            words.add("pending compactions up to " + adaptive.maxPendingCompactions());
        }
        if (adaptive.maxReadLatencyMicros() != null) {
            words.add("read p99 up to %s ms".formatted(adaptive.maxReadLatencyMicros() / 1000.0));
        }
        if (adaptive.maxDroppedMessages() != null) {
            words.add("dropped messages up to " + adaptive.maxDroppedMessages());
        }
        return words;
    }

    private static void range(List<String> words, String direction, @Nullable RateRange range) {
        if (range != null) {
            words.add("%s %s to %s".formatted(direction, Units.rate(range.floor()), Units.rate(range.ceiling())));
        }
    }
}
