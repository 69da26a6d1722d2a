/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.cli.command.Failures;
import io.idaeus.cli.command.GlobalOptions;
import io.idaeus.cli.command.Shell;
import io.idaeus.cli.command.VersionProvider;
import io.idaeus.cli.compare.CompareCommand;
import io.idaeus.cli.doctor.DoctorCommand;
import io.idaeus.cli.doctor.HealthCommand;
import io.idaeus.cli.node.KeyspacesCommand;
import io.idaeus.cli.node.LimitsCommand;
import io.idaeus.cli.node.NodeCommand;
import io.idaeus.cli.node.RingCommand;
import io.idaeus.cli.node.SnapshotCommand;
import io.idaeus.cli.node.SstablesCommand;
import io.idaeus.cli.node.TableCommand;
import io.idaeus.cli.plan.PlanCommand;
import io.idaeus.cli.transfer.ImportCommand;
import io.idaeus.cli.transfer.TransferCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code idaeus} command: what every subcommand shares. */
@Command(
        name = "idaeus",
        description =
                "Transfers SSTables between Apache Cassandra nodes, each of which has a sidecar; replaces dead nodes, adds nodes, rebuilds data centers and clones tables into other clusters by plans; compares clusters row by row. Every command calls one sidecar; call the destination's to transfer.",
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success; a watched transfer or plan is complete; compared rows are the same; start and approve without --watch, pause, resume and cancel only say that the sidecar accepted the request",
            "1:the transfer failed, even if it imported some SSTables before; the import imported nothing; the plan failed, or its findings refuse it; the comparison failed; health or doctor found something wrong",
            "2:usage or configuration error",
            "3:the sidecar does not answer",
            "4:the sidecar refused the request; the message says why",
            "5:partial; some SSTables were not imported, or the plan excluded some; transfer show --sstables names them; or some rows could not be compared",
            "6:the watched transfer, plan or comparison was cancelled",
            "7:another sidecar has adopted the watched plan; watch it there",
            "8:the comparison found rows that differ",
            "70:internal error of this command",
            "130:interrupted; a watched transfer, plan or comparison continues"
        })
// Help and version are read by picocli.
@SuppressWarnings("UnusedVariable")
public final class IdaeusCommand implements Runnable {

    // Reading the annotations of them all takes longer than most calls of a sidecar.
    private static final List<Class<?>> COMMANDS = List.of(
            NodeCommand.class,
            KeyspacesCommand.class,
            TableCommand.class,
            RingCommand.class,
            SstablesCommand.class,
            SnapshotCommand.class,
            TransferCommand.class,
            PlanCommand.class,
            CompareCommand.class,
            LimitsCommand.class,
            ImportCommand.class,
            UiCommand.class,
            HealthCommand.class,
            DoctorCommand.class,
            ContextCommand.class,
            CompletionCommand.class,
            GenerateCommand.class);

    @Mixin(name = GlobalOptions.NAME)
    private GlobalOptions global;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Print the version.")
    private boolean version;

    private IdaeusCommand(GlobalOptions global) {
        this.global = global;
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(Shell.system(), args));
    }

    static int run(Shell shell, String... args) {
        CommandLine command = commandLine(shell, args);
        int exitCode = command.execute(args);
        shell.out().flush();
        return exitCode;
    }

    /** @param args those that the command reads before it parses them */
    static CommandLine commandLine(Shell shell, String... args) {
        boolean colours = shell.colours() && !Arrays.asList(args).contains("--no-color");
        Ansi ansi = colours ? Ansi.ON : Ansi.OFF;
        Failures failures = new Failures(shell.err(), ansi, Arrays.asList(args).contains("--debug"));
        CommandLine command = new CommandLine(new IdaeusCommand(new GlobalOptions(shell, ansi)));
        needed(args).forEach(command::addSubcommand);
        command.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(shell.interactive())
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
        abbreviateSynopses(command);
        return command;
    }

    /** The commands that the arguments name; all where they name none. */
    private static List<Class<?>> needed(String... args) {
        Set<String> words = Set.copyOf(Arrays.asList(args));
        boolean describesAll = words.contains("completion") || words.contains("generate");
        List<Class<?>> named = COMMANDS.stream()
                .filter(type -> words.contains(type.getAnnotation(Command.class).name()))
                .toList();
        boolean onlyVersion = List.of(args).equals(List.of("--version"));
        return onlyVersion ? List.of() : named.isEmpty() || describesAll ? COMMANDS : named;
    }

    private static void abbreviateSynopses(CommandLine command) {
        command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        command.getSubcommands().values().forEach(IdaeusCommand::abbreviateSynopses);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Missing command (expected: for instance node, sstables or transfer start)");
    }
}
