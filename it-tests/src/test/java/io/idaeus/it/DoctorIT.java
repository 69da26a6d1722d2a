/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code idaeus-sidecar doctor} on a host of a real node: silent about what is well, exact about what is not. */
@Tag("surface")
class DoctorIT {
    private static final String JMX_REFUSED = "JMX at 127.0.0.1:%d: Connection refused";
    private static final String CQL_REFUSED = "CQL at %s:9042: Connection refused";

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    @Test
    void nothingIsWrongWhereAllIsWellAndEachMistakeIsTheOnlyOne() {
        CassandraNode node = nodes.first();
        try (SidecarProcess sidecar = SidecarProcess.beside(node).build()) {
            sidecar.start();
            CommandResult well = doctor(configuration(sidecar), Map.of());
            assertThat(wrong(well)).as(well.describe()).isEmpty();
            assertThat(well.exitCode()).isZero();
            assertThat(well.stdout())
                    .contains("127.0.0.1:%d answers: NORMAL".formatted(node.jmxPort()))
                    .contains("%s:9042 answers: 5.0.".formatted(node.address()));

            CommandResult address = doctor(configuration(sidecar), Map.of("IDAEUS_CASSANDRA_CQL_PORT", "9049"));
            assertThat(wrong(address)).as(address.describe()).containsExactly("cql");
            assertThat(address.exitCode()).isEqualTo(1);
            assertThat(address.stdout())
                    .contains("CQL at %s:9049: Connection refused".formatted(node.address()))
                    .contains("-> Cassandra runs, since JMX answers: set cassandra.cql.host");

            CommandResult tool =
                    doctor(configuration(sidecar), Map.of("IDAEUS_CASSANDRA_NODETOOL", "/absent/nodetool"));
            assertThat(wrong(tool)).as(tool.describe()).containsExactly("nodetool");
            assertThat(tool.stdout()).contains("/absent/nodetool", "-> set cassandra.nodetool to the script of this");

            node.kill9();
            CommandResult down = doctor(configuration(sidecar), Map.of());
            assertThat(wrong(down)).as(down.describe()).containsExactly("jmx", "cql");
            assertThat(down.exitCode()).isEqualTo(1);
            assertThat(down.stdout())
                    .contains(JMX_REFUSED.formatted(node.jmxPort()))
                    .contains(CQL_REFUSED.formatted(node.address()));
        }
    }

    private static Path configuration(SidecarProcess sidecar) {
        return sidecar.directory().resolve("conf").resolve("idaeus.yaml");
    }

    private static CommandResult doctor(Path configuration, Map<String, String> environment) {
        String launcher = Workspace.sidecar().resolve("bin/idaeus-sidecar").toString();
        return Command.of(launcher, "doctor", "--config", configuration.toString())
                .withEnvironment(environment)
                .run();
    }

    private static List<String> wrong(CommandResult result) {
        return result.stdout()
                .lines()
                .filter(line -> line.startsWith("fail ") || line.startsWith("warn "))
                .map(line -> line.substring(6, line.indexOf(" ", 6)))
                .toList();
    }
}
