/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.doctor;

import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.LocalCommand;
import io.idaeus.cli.command.VersionProvider;
import io.idaeus.cli.context.ContextException;
import io.idaeus.cli.output.Units;
import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
        name = "doctor",
        description = {
            "Say what is wrong, and how to mend it. Where idaeus-sidecar is installed beside this command, examine this host: configuration, certificates, directories, Cassandra, nodetool, and whether this sidecar and its peers answer. That needs no running sidecar.",
            "Ask the sidecars of the context, or the one at --url, for their readiness, clocks, versions and nodes. Where --url, --context, $IDAEUS_URL or $IDAEUS_CONTEXT names sidecars, this host is not examined, unless --config says so.",
            "Exit code 0: nothing is wrong; 1: a check warns or fails."
        })
public final class DoctorCommand extends LocalCommand {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Configuration of the sidecar on this host (default: $IDAEUS_CONFIG, or /etc/idaeus/idaeus.yaml, or conf/idaeus.yaml of the installation).")
    private @Nullable Path config;

    /** The output of doctor. */
    record Listing(List<Diagnosis> checks) {}

    @Override
    protected int run() {
        Clock clock = Clock.systemUTC();
        List<Diagnosis> all = new ArrayList<>();
        // A user who names sidecars means those, not the host where the command runs.
        Optional<String> chosen = global().choosesSidecar();
        boolean examined =
                (config != null || chosen.isEmpty()) && HostDoctor.examine(global().shell(), config, all::add);
        try {
            // On its host, the sidecar's configuration tells where it listens; the default address may be another.
            boolean named = global().namesSidecar();
            // An option says it in the very call; a variable may be forgotten.
            String variable = chosen.filter(by -> by.startsWith("$")).orElse(null);
            if (!examined && variable != null) {
                all.add(Diagnosis.ok(
                        "host",
                        "this host is not examined, because " + variable
                                + " is set; name its configuration with --config to examine it, too"));
            } else if (!examined && !named) {
                all.add(Diagnosis.ok(
                        "host", "idaeus-sidecar is not installed beside this command, so this host is not examined"));
            }
            if (!examined || named) {
                global().certificate().ifPresent(file -> all.add(CertificateExpiry.of(file, clock)));
                all.addAll(new SidecarDoctor(clock).examine(global().clients(), VersionProvider.number()));
            }
        } catch (ParameterException | ContextException unusable) {
            all.add(Diagnosis.fail(
                    "context",
                    String.valueOf(unusable.getMessage()),
                    "correct the option, the variable or the context that says so"));
        }
        Listing listing = new Listing(all);
        print(listing, () -> show(listing));
        return all.stream().allMatch(each -> each.status() == Status.OK) ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private void show(Listing listing) {
        listing.checks().forEach(each -> out().print(plain(each).text()));
    }

    private static Diagnosis plain(Diagnosis given) {
        String remedy = given.remedy();
        return new Diagnosis(
                given.status(),
                Units.plain(given.check()),
                Units.plain(given.found()),
                remedy == null ? null : Units.plain(remedy));
    }
}
