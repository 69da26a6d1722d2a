/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.LocalCommand;
import io.idaeus.cli.context.Context;
import io.idaeus.cli.context.ContextFile;
import io.idaeus.cli.output.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "context",
        description = {
            "List, show and choose contexts: named clusters in ~/.config/idaeus/config.yaml, or below $XDG_CONFIG_HOME.",
            "Calls no sidecar."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ContextCommand.Ls.class, ContextCommand.Show.class, ContextCommand.Use.class})
final class ContextCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command (expected: list, show or use)");
    }

    /** The output of context list. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Listing(String file, @Nullable String current, List<Context> contexts) {}

    @Command(name = "list", description = "List the contexts. The current one has a star.")
    static final class Ls extends LocalCommand {

        @Override
        protected int run() {
            ContextFile file = global().contexts();
            Listing listing = new Listing(
                    file.path().toString(),
                    global().context().map(Context::name).orElse(null),
                    List.copyOf(file.contexts().values()));
            print(listing, () -> show(listing));
            return ExitCodes.OK;
        }

        private void show(Listing listing) {
            Table table = Table.of("", "CONTEXT", "SIDECARS");
            listing.contexts()
                    .forEach(context -> table.row(
                            context.name().equals(listing.current()) ? "*" : "", context.name(), sidecars(context)));
            table.print(out());
            if (listing.contexts().isEmpty()) {
                out().println("Contexts are named in " + listing.file());
            }
        }
    }

    @Command(name = "show", description = "Show a context: its sidecars and the files of its credentials.")
    static final class Show extends LocalCommand {

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "NAME",
                description = "Context to show (default: the current one).")
        private @Nullable String name;

        @Override
        protected int run() {
            Context context = name == null ? global().context().orElseThrow(this::none) : global().context(name);
            print(context, () -> show(context));
            return ExitCodes.OK;
        }

        private void show(Context context) {
            Table table = Table.of("CONTEXT", context.name());
            table.row("sidecars", sidecars(context));
            row(table, "trust", context.trust());
            row(table, "certificate", context.certificate());
            row(table, "key", context.key());
            row(table, "key password", context.keyPasswordFile());
            row(table, "token", context.tokenFile());
            table.print(out());
        }

        private static void row(Table table, String name, @Nullable Path file) {
            table.row(name, Optional.ofNullable(file).map(Path::toString).orElse("-"));
        }

        private ParameterException none() {
            return wrong("There is no current context (expected: a name, or first: idaeus context use NAME)");
        }
    }

    @Command(name = "use", description = "Make a context the current one: commands use it where nothing else is named.")
    static final class Use extends LocalCommand {

        @Parameters(index = "0", paramLabel = "NAME", description = "Context to use.")
        private String name = "";

        @Override
        protected int run() {
            Context context = global().context(name);
            global().contexts().use(context.name());
            print(context, () -> out().printf("Commands now use %s: %s%n", context.name(), sidecars(context)));
            return ExitCodes.OK;
        }
    }

    private static String sidecars(Context context) {
        return context.sidecars().stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
