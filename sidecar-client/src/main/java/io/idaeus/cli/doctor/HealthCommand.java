/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.node.Health;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.FanOut;
import io.idaeus.cli.command.LocalCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
        name = "health",
        description = {
            "Show whether the sidecars can do their work: those of the context, or the one at --url.",
            "Exit code 0: all are ready; 1: one is not; 3: one does not answer."
        })
public final class HealthCommand extends LocalCommand {

    /** Whether a sidecar is ready. */
    enum State {
        READY,
        NOT_READY,
        NO_RESPONSE
    }

    /** The output of health. */
    record Listing(List<Sidecar> sidecars) {}

    /**
     * One sidecar.
     *
     * @param checks empty where it does not answer
     * @param detail why it does not answer; null where it does
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sidecar(
            String sidecar,
            State state,
            List<Health.Check> checks,
            @Nullable String detail) {}

    @Override
    protected int run() {
        Listing listing = new Listing(FanOut.ask(global().clients(), SidecarClient::readiness).stream()
                .map(HealthCommand::of)
                .toList());
        print(listing, () -> show(listing));
        return exitCode(listing);
    }

    private static Sidecar of(FanOut.Answer<Health> answer) {
        String sidecar = answer.sidecar().base().toString();
        Health health = answer.value();
        SidecarCallException failure = answer.failure();
        if (health == null) {
            return new Sidecar(sidecar, State.NO_RESPONSE, List.of(), failure == null ? null : reason(failure));
        }
        return new Sidecar(sidecar, health.up() ? State.READY : State.NOT_READY, health.checks(), null);
    }

    private static @Nullable String reason(SidecarCallException failure) {
        return failure instanceof SidecarException refused
                ? refused.problem().title() + ": " + refused.problem().detail()
                : failure.getMessage();
    }

    private static int exitCode(Listing listing) {
        if (listing.sidecars().stream().anyMatch(each -> each.state() == State.NO_RESPONSE)) {
            return ExitCodes.UNREACHABLE;
        }
        return listing.sidecars().stream().allMatch(each -> each.state() == State.READY)
                ? ExitCodes.OK
                : ExitCodes.FAILED;
    }

    private void show(Listing listing) {
        Table table = Table.of("SIDECAR", "STATE", "REASON");
        listing.sidecars()
                .forEach(each -> table.row(
                        each.sidecar(),
                        each.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        why(each)));
        table.print(out());
    }

    private static String why(Sidecar sidecar) {
        if (sidecar.detail() != null) {
            return sidecar.detail();
        }
        return failing(sidecar.checks());
    }

    /** The checks that fail, with what was found. */
    static String failing(List<Health.Check> checks) {
        return checks.stream()
                .filter(check -> !check.up())
                .map(check -> check.name() + ": " + check.detail())
                .collect(Collectors.joining("; "));
    }
}
