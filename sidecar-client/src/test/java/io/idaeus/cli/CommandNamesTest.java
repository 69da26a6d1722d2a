/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.command.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Scripts use the names of commands and options: they do not change unnoticed. */
class CommandNamesTest {

    private static final Path COMMITTED = Path.of("../api-spec/wire-names/cli-options.txt");
    private static final Path ACTUAL = Path.of("target/cli-options.txt");

    private final TreeSet<String> names = new TreeSet<>();

    @Test
    void commandsAndOptions() throws IOException {
        collect(IdaeusCommand.commandLine(Shell.system()));
        Files.write(ACTUAL, names);
        assertThat(Files.exists(COMMITTED) ? Files.readAllLines(COMMITTED) : null)
                .as(
                        "commands or options changed. If that is meant: cp sidecar-client/%s api-spec/wire-names/, and add a"
                                + " line to CHANGELOG.md (\"Renamed\", or \"Added\" for a new name)",
                        ACTUAL)
                .isEqualTo(Files.readAllLines(ACTUAL));
    }

    private void collect(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        names.add(name);
        command.getCommandSpec().options().stream()
                .filter(option -> !option.inherited())
                .forEach(option -> Stream.of(option.names()).forEach(word -> names.add(name + " " + word)));
        command.getSubcommands().values().forEach(this::collect);
    }
}
