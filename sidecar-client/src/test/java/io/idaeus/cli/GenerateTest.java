/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.cli.command.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GenerateTest {

    @TempDir
    private Path directory;

    @Test
    void everyCommandHasAManPageWithItsOptions() throws Exception {
        generate();
        List<String> missing = new ArrayList<>();
        visible(IdaeusCommand.commandLine(Shell.system())).forEach(command -> {
            String page = read("man/man1/" + command.getCommandSpec().qualifiedName("-") + ".1");
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.inherited())
                    .flatMap(option -> Stream.of(option.names()))
                    .filter(name -> !page.contains("\\fB" + name.replace("-", "\\-") + "\\fR"))
                    .forEach(name -> missing.add(command.getCommandSpec().qualifiedName() + " " + name));
        });
        assertThat(missing).isEmpty();
        assertThat(read("man/man1/idaeus.1")).contains(".SH EXIT STATUS", ".SH OPTIONS", "\\-\\-context");
        assertThat(directory.resolve("man/man1/idaeus-generate.1")).doesNotExist();
    }

    @Test
    void manShowsThePagesWithoutAComplaint() throws Exception {
        assumeTrue(runs("man", "--version"), "man is not installed");
        generate();
        for (String page : List.of("idaeus", "idaeus-transfer-start", "idaeus-limits-set")) {
            Said said = run(
                    "man",
                    "--warnings",
                    "-l",
                    directory.resolve("man/man1/" + page + ".1").toString());
            assertThat(said.err()).isEmpty();
            assertThat(said.out()).contains("NAME", "SYNOPSIS", page);
        }
    }

    @Test
    void fishCompletesCommandsOptionsAndValues() throws Exception {
        assumeTrue(runs("fish", "--version"), "fish is not installed");
        generate();
        assertThat(fish("idaeus tra")).containsExactly("transfer");
        assertThat(fish("idaeus --url http://transfer:1 transfer st")).containsExactly("start");
        assertThat(fish("idaeus transfer start --on-c")).containsExactly("--on-corrupt");
        assertThat(fish("idaeus transfer start --on-partial-overlap ")).containsExactly("exclude", "include", "slice");
        assertThat(fish("idaeus gen")).isEmpty();
    }

    @Test
    void zshTakesItsScript() throws Exception {
        assumeTrue(runs("zsh", "--version"), "zsh is not installed");
        generate();
        Said said = run(
                "zsh",
                "-f",
                "-c",
                "autoload -Uz compinit bashcompinit; compinit -u -D; bashcompinit; source "
                        + directory.resolve("completion/_idaeus") + "; print $_comps[idaeus]");
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).contains("_bash_complete");
    }

    private List<String> fish(String line) throws IOException, InterruptedException {
        Said said = run(
                "fish",
                "--no-config",
                "-c",
                "source " + directory.resolve("completion/idaeus.fish") + "; complete -C '" + line + "'");
        assertThat(said.err()).isEmpty();
        return said.out().lines().map(each -> each.split("\t", 2)[0]).toList();
    }

    private void generate() {
        assertThat(Invocation.of("generate", directory.toString()).exitCode()).isZero();
    }

    private String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException missing) {
            return "";
        }
    }

    private static Stream<CommandLine> visible(CommandLine command) {
        return command.getCommandSpec().usageMessage().hidden()
                ? Stream.of()
                : Stream.concat(
                        Stream.of(command),
                        command.getSubcommands().values().stream().flatMap(GenerateTest::visible));
    }

    private record Said(String out, String err) {}

    private boolean runs(String... command) throws InterruptedException {
        try {
            run(command);
            return true;
        } catch (IOException absent) {
            return false;
        }
    }

    private Said run(String... command) throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("MANPAGER", "cat");
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return new Said(out, Files.readString(err));
    }
}
