/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.LocalCommand;
import io.idaeus.cli.command.VersionProvider;
import io.idaeus.cli.generate.FishCompletion;
import io.idaeus.cli.generate.ManPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "generate",
        hidden = true,
        description =
                "Write man pages to DIRECTORY/man/man1, and completion scripts to DIRECTORY/completion. For packages.")
final class GenerateCommand extends LocalCommand {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIRECTORY", description = "Directory to write below.")
    private Path directory = Path.of("");

    @Override
    protected int run() {
        CommandLine command = spec.root().commandLine();
        write("man/man1", ManPage.all(command, new VersionProvider().getVersion()[0]));
        String bash = AutoComplete.bash("idaeus", command);
        write(
                "completion",
                Map.of("idaeus.bash", bash, "_idaeus", zsh(bash), "idaeus.fish", FishCompletion.of(command)));
        return ExitCodes.OK;
    }

    /** zsh finds a script in its path by the first line, and runs it at the first use. */
    static String zsh(String bash) {
        return "#compdef idaeus\n" + bash;
    }

    private void write(String below, Map<String, String> texts) {
        try {
            Path directories = Files.createDirectories(directory.resolve(below));
            for (Map.Entry<String, String> text : texts.entrySet()) {
                Files.writeString(directories.resolve(text.getKey()), text.getValue());
            }
        } catch (IOException e) {
            throw wrong("%s cannot be written: %s".formatted(directory, e));
        }
    }
}
