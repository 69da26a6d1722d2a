/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.cli.context.Context;
import io.idaeus.cli.context.ContextFile;
import io.idaeus.client.SidecarClient;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The options that every command has, and what follows from them. */
// --no-color and --debug are read before picocli parses: a wrong option is a failure too.
@SuppressWarnings("UnusedVariable")
public final class GlobalOptions {
    /** The name of the mixin in the root command. */
    public static final String NAME = "global";

    /** How answers are printed. */
    public enum Output {
        TABLE,
        JSON,
        YAML
    }

    private final Shell shell;
    private final Ansi ansi;

    @Mixin
    private Connection connection;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json|yaml",
            scope = ScopeType.INHERIT,
            description = "Print a table, or the API's fields as JSON or YAML for scripts (default: table).")
    private Output output = Output.TABLE;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Same as --output json.")
    private boolean json;

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description = "Print without colors, as where $NO_COLOR is set.")
    private boolean noColour;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace of a failure.")
    private boolean debug;

    public GlobalOptions(Shell shell, Ansi ansi) {
        this.shell = shell;
        this.ansi = ansi;
        this.connection = new Connection(shell);
    }

    /** The options of the call that the command belongs to. */
    public static GlobalOptions of(CommandSpec spec) {
        return (GlobalOptions)
                Objects.requireNonNull(spec.root().mixins().get(NAME), NAME).userObject();
    }

    public Shell shell() {
        return shell;
    }

    public Ansi ansi() {
        return ansi;
    }

    public Output output() {
        return json ? Output.JSON : output;
    }

    /** Whether a script reads the output. */
    public boolean structured() {
        return output() != Output.TABLE;
    }

    /** The words that begin another command for the same sidecar. */
    public String again() {
        return "idaeus" + connection.again();
    }

    /** The same for another sidecar. */
    public String again(URI address) {
        return "idaeus" + connection.again(address);
    }

    public SidecarClient client() {
        return usable(connection::client);
    }

    /** All sidecars of the context, or the one that is named. */
    public List<SidecarClient> clients() {
        SidecarClient first = client();
        return usable(connection::addresses).stream().map(first::at).toList();
    }

    /** Whether {@link #clients} are all sidecars that the user named for the cluster. */
    public boolean fromContext() {
        return usable(connection::fromContext);
    }

    /** Whether the user named a sidecar: otherwise the default address is called. */
    public boolean namesSidecar() {
        return usable(connection::namesSidecar);
    }

    /** The option or variable by which the user named a sidecar for this call, or for this shell. */
    public Optional<String> choosesSidecar() {
        return connection.choosesSidecar();
    }

    /** The certificate that is presented; empty for none. */
    public Optional<Path> certificate() {
        return usable(() -> Optional.ofNullable(connection.identity().certificate()));
    }

    /** Whether the sidecar can tell who calls. */
    public boolean tellsWhoCalls() {
        return usable(connection::tellsWhoCalls);
    }

    public Connection connection() {
        return connection;
    }

    public ContextFile contexts() {
        return connection.contexts();
    }

    /** The context that applies; empty where none does. */
    public Optional<Context> context() {
        return usable(connection::context);
    }

    public Context context(String name) {
        return usable(() -> connection.context(name));
    }

    private <T> T usable(Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException unusable) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unusable.getMessage()), unusable);
        }
    }
}
