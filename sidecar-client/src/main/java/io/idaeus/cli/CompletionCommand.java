/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.cli.command.GlobalOptions;
import io.idaeus.cli.generate.FishCompletion;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        synopsisSubcommandLabel = "bash|zsh|fish",
        description =
                "Print a completion script. Use it with: source <(idaeus completion bash), or in fish: idaeus completion fish | source.")
final class CompletionCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing shell (expected: bash, zsh or fish)");
    }

    @Command(name = "bash", description = "Print the script for bash.")
    void bash() {
        GlobalOptions.of(spec)
                .shell()
                .out()
                .print(AutoComplete.bash("idaeus", spec.root().commandLine()));
    }

    /** The same script: it loads bashcompinit where it runs in zsh. */
    @Command(name = "zsh", description = "Print the script for zsh.")
    void zsh() {
        bash();
    }

    @Command(name = "fish", description = "Print the script for fish.")
    void fish() {
        GlobalOptions.of(spec).shell().out().print(FishCompletion.of(spec.root().commandLine()));
    }
}
