/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that {@code .ci/clients} generates from the OpenAPI document, and a transfer by each. */
@Tag("surface")
@EnabledIf("areGenerated")
class GeneratedClientsIT {
    private static final Path CLIENTS = Workspace.target().resolve("clients");

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static Pair pair;

    private enum Language {
        PYTHON,
        GO;

        private Stream<Path> program() {
            return switch (this) {
                case PYTHON -> Stream.of(CLIENTS.resolve("venv/bin/python"), CLIENTS.resolve("python/transfer.py"));
                case GO -> Stream.of(CLIENTS.resolve("go/transfer"));
            };
        }

        CommandResult run(String... arguments) {
            List<String> words = new ArrayList<>();
            program().forEach(word -> words.add(word.toString()));
            words.addAll(List.of(arguments));
            return Command.of(words).run();
        }
    }

    static boolean areGenerated() {
        boolean found =
                Arrays.stream(Language.values()).flatMap(Language::program).allMatch(Files::exists);
        assertThat(found || System.getenv("CI") == null)
                .as("the clients of .ci/clients, under CI")
                .isTrue();
        return found;
    }

    @BeforeAll
    static void start() {
        pair = Pair.between(nodes.first(), nodes.second()).start();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @ParameterizedTest
    @EnumSource
    void aClientListsSstablesAndTransfersATable(Language language) {
        PayloadTable table = new PayloadTable("shop", language.name().toLowerCase(Locale.ROOT), 1_000, 100);
        table.create(pair.source().cql());
        table.create(pair.destination().cql());
        table.insert(pair.source().cql());
        pair.source().flush(table.keyspace(), table.table());

        CommandResult result = language.run(
                pair.sourceSidecar().restUri().toString(),
                pair.destinationSidecar().restUri().toString(),
                table.keyspace(),
                table.table());

        assertThat(result.orThrow().stdout().lines())
                .containsExactly("1 SSTables at the source", "COMPLETED COMPLETE 1");
        assertThat(pair.destination()
                        .cql()
                        .execute("SELECT count(*) FROM " + table.name())
                        .get(0)
                        .getLong(0))
                .isEqualTo(table.rows());
    }
}
