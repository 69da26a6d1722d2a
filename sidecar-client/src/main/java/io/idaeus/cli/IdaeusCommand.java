/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.client.PemTls;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarClientBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code idaeus} command: what every subcommand shares. */
@Command(
        name = "idaeus",
        description =
                "Transfers whole SSTables between Apache Cassandra nodes, each of which has a sidecar; replaces dead nodes and rebuilds data centers by plans. Every command calls one sidecar; call the destination's to transfer.",
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            NodeCommand.class,
            KeyspacesCommand.class,
            TableCommand.class,
            RingCommand.class,
            SstablesCommand.class,
            SnapshotCommand.class,
            TransferCommand.class,
            PlanCommand.class,
            LimitsCommand.class,
            ImportCommand.class,
            UiCommand.class,
            CompletionCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success; a watched transfer or plan is complete; start and approve without --watch, pause, resume and cancel only say that the sidecar accepted the request",
            "1:the transfer failed, even if it imported some SSTables before; the import imported nothing; the plan failed, or its findings refuse it",
            "2:usage or configuration error",
            "3:the sidecar does not answer",
            "4:the sidecar refused the request; the message says why",
            "5:partial; some SSTables were not imported, or the plan excluded some; transfer show --sstables names them",
            "6:the watched transfer or plan was cancelled",
            "7:another sidecar has adopted the watched plan; watch it there",
            "70:internal error of this command",
            "130:interrupted; a watched transfer or plan continues"
        })
// Help and version are read by picocli, --no-color and --debug before it parses: a wrong option is a failure too.
@SuppressWarnings("UnusedVariable")
public final class IdaeusCommand implements Runnable {

    private static final String DEFAULT_URL = "http://127.0.0.1:9043";

    /** How answers are printed. */
    enum Output {
        TABLE,
        JSON
    }

    private final Shell shell;
    private final Ansi ansi;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--url",
            paramLabel = "URL",
            converter = Converters.Address.class,
            scope = ScopeType.INHERIT,
            description = {
                "Address of the sidecar. \"The node\" is the node beside it.",
                "Default: $IDAEUS_URL, or " + DEFAULT_URL + "."
            })
    private @Nullable URI url;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            scope = ScopeType.INHERIT,
            description = "Print a table, or the API's JSON for scripts (default: table).")
    private Output output = Output.TABLE;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Same as --output json.")
    private boolean json;

    @Option(
            names = "--cacert",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description = "Trust these certificate authorities (default: $IDAEUS_CACERT, or those of the JDK).")
    private @Nullable Path authorities;

    @Option(
            names = "--cert",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description = "Present this client certificate to the sidecar (default: $IDAEUS_CERT, or none).")
    private @Nullable Path certificate;

    @Option(
            names = "--key",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description = "Private key of the client certificate: PKCS#8, PKCS#1 or SEC1 (default: $IDAEUS_KEY).")
    private @Nullable Path key;

    @Option(
            names = "--key-password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "File whose one line is the password of an encrypted key (default: $IDAEUS_KEY_PASSWORD_FILE).")
    private @Nullable Path keyPassword;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "File whose one line is a bearer token to send, read at each request (default: $IDAEUS_TOKEN_FILE, or none).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            scope = ScopeType.INHERIT,
            description =
                    "Wait this long for a response, for instance 30s (default: 60s; 1h for snapshot create, transfer plan, start --dry-run, import, and for every change of a plan).")
    private @Nullable Duration timeout;

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description = "Print without colors, as where $NO_COLOR is set.")
    private boolean noColour;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace of a failure.")
    private boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Print the version.")
    private boolean version;

    private IdaeusCommand(Shell shell, Ansi ansi) {
        this.shell = shell;
        this.ansi = ansi;
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
        CommandLine command = new CommandLine(new IdaeusCommand(shell, ansi))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(shell.interactive())
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
        abbreviateSynopses(command);
        return command;
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

    Shell shell() {
        return shell;
    }

    Ansi ansi() {
        return ansi;
    }

    boolean json() {
        return json || output == Output.JSON;
    }

    /** The words that begin another command for the same sidecar. */
    String again() {
        return url == null ? "idaeus" : "idaeus --url " + url;
    }

    SidecarClient client() {
        try {
            SidecarClientBuilder builder = SidecarClient.builder(address());
            tls().ifPresent(builder::tls);
            Path token = file(tokenFile, "IDAEUS_TOKEN_FILE");
            if (token != null) {
                builder.token(() -> token(token));
            }
            if (timeout != null) {
                builder.requestTimeout(timeout).workTimeout(timeout);
            }
            return builder.build();
        } catch (IllegalArgumentException unusable) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unusable.getMessage()), unusable);
        }
    }

    /** Whether the sidecar can tell who calls. */
    boolean tellsWhoCalls() {
        return file(certificate, "IDAEUS_CERT") != null || file(tokenFile, "IDAEUS_TOKEN_FILE") != null;
    }

    private static String token(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (!token.matches("[A-Za-z0-9._~+/=-]+")) {
                throw new IllegalArgumentException(file + " has no bearer token (expected: one line with it)");
            }
            return token;
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e, e);
        }
    }

    private Optional<SSLContext> tls() {
        Path trusted = file(authorities, "IDAEUS_CACERT");
        Path presented = file(certificate, "IDAEUS_CERT");
        Path presentedKey = file(key, "IDAEUS_KEY");
        Path password = file(keyPassword, "IDAEUS_KEY_PASSWORD_FILE");
        if (Stream.of(trusted, presented, presentedKey, password).allMatch(Objects::isNull)) {
            return Optional.empty();
        }
        return Optional.of(PemTls.context(trusted, presented, presentedKey, password));
    }

    private URI address() {
        if (url != null) {
            return url;
        }
        try {
            return Converters.address(shell.variable("IDAEUS_URL").orElse(DEFAULT_URL));
        } catch (CommandLine.TypeConversionException malformed) {
            throw new IllegalArgumentException("IDAEUS_URL: " + malformed.getMessage(), malformed);
        }
    }

    private @Nullable Path file(@Nullable Path given, String variable) {
        return given != null ? given : shell.variable(variable).map(Path::of).orElse(null);
    }
}
