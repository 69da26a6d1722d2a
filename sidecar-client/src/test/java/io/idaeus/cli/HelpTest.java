/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.command.Shell;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {

    @Test
    void requiredOptionsSayThatTheyAre() {
        assertThat(everyCommand(root())
                        .flatMap(command -> command.getCommandSpec().options().stream())
                        .filter(OptionSpec::required))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(text(option)).contains("(required)"));
    }

    /** Here would be the caller's host, and not the sidecar's. */
    @Test
    void nothingSpeaksOfThisNode() {
        assertThat(everyCommand(root()).map(CommandLine::getUsageMessage))
                .allSatisfy(help -> assertThat(help).doesNotContain("this node"));
    }

    @ParameterizedTest
    @CsvSource({"start, (default: no)", "plan, (default: no)", "import, (default: yes)"})
    void eachCommandSaysItsOwnDefaultOfVerify(String command, String standard) {
        CommandLine found = everyCommand(root())
                .filter(each -> each.getCommandName().equals(command))
                .findFirst()
                .orElseThrow();
        assertThat(text(found.getCommandSpec().findOption("--verify"))).contains(standard);
    }

    private static CommandLine root() {
        return IdaeusCommand.commandLine(Shell.system());
    }

    private static Stream<CommandLine> everyCommand(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::everyCommand));
    }

    private static String text(OptionSpec option) {
        return String.join(" ", option.description());
    }
}
