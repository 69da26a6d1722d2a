/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.cli.context.Context;
import io.idaeus.cli.context.ContextFile;
import io.idaeus.client.PemTls;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarClientBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/**
 * Which sidecars are called, and who calls. Options come first, then the environment, then the context. What a context has
 * that {@code --context} names comes before the environment, since that is an option too.
 */
final class Connection {

    private static final String DEFAULT_URL = "http://127.0.0.1:9043";

    @Option(
            names = "--context",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description =
                    "Use the sidecars and credentials of this context (default: $IDAEUS_CONTEXT, or the current one; see context list).")
    private @Nullable String contextName;

    @Option(
            names = "--url",
            paramLabel = "URL",
            converter = Converters.Address.class,
            scope = ScopeType.INHERIT,
            description = {
                "Address of the sidecar. \"The node\" is the node beside it.",
                "Default: $IDAEUS_URL, or the first sidecar of the context, or " + DEFAULT_URL + "."
            })
    private @Nullable URI url;

    @Option(
            names = "--cacert",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description =
                    "Trust these certificate authorities (default: $IDAEUS_CACERT, or those of the context, or those of the JDK).")
    private @Nullable Path authorities;

    @Option(
            names = "--cert",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description =
                    "Present this client certificate to the sidecar (default: $IDAEUS_CERT, or that of the context, or none).")
    private @Nullable Path certificate;

    @Option(
            names = "--key",
            paramLabel = "PEM",
            scope = ScopeType.INHERIT,
            description =
                    "Private key of the client certificate: PKCS#8, PKCS#1 or SEC1 (default: $IDAEUS_KEY, or that of the context).")
    private @Nullable Path key;

    @Option(
            names = "--key-password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "File whose one line is the password of an encrypted key (default: $IDAEUS_KEY_PASSWORD_FILE, or that of the context).")
    private @Nullable Path keyPassword;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "File whose one line is a bearer token to send, read at each request (default: $IDAEUS_TOKEN_FILE, or that of the context, or none).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            scope = ScopeType.INHERIT,
            description =
                    "Wait this long for a response, for instance 30s (default: 60s; 1h for snapshot create, transfer plan, start --dry-run, import, and for every change of a plan).")
    private @Nullable Duration timeout;

    private final Shell shell;
    private @Nullable ContextFile contexts;

    Connection(Shell shell) {
        this.shell = shell;
    }

    /**
     * @throws IllegalArgumentException saying what cannot be used
     * @throws io.idaeus.cli.context.ContextException naming what is wrong with the configuration file
     */
    SidecarClient client() {
        SidecarClientBuilder builder = SidecarClient.builder(addresses().get(0));
        tls().or(this::unusedTls).ifPresent(builder::tls);
        Path token = file(tokenFile, "IDAEUS_TOKEN_FILE", Context::tokenFile);
        if (token != null) {
            builder.token(() -> token(token));
        }
        if (timeout != null) {
            builder.requestTimeout(timeout).workTimeout(timeout);
        }
        return builder.build();
    }

    /** All sidecars of the context, or the one that an option or the environment names. */
    List<URI> addresses() {
        if (url != null) {
            return List.of(url);
        }
        Optional<Context> context = context();
        if (contextName != null && context.isPresent()) {
            return context.get().sidecars();
        }
        return shell.variable("IDAEUS_URL")
                .map(Connection::fromEnvironment)
                .map(List::of)
                .or(() -> context.map(Context::sidecars))
                .orElseGet(() -> List.of(URI.create(DEFAULT_URL)));
    }

    /** Whether the sidecars are those of a context, which names all there are. */
    boolean fromContext() {
        return url == null
                && context().isPresent()
                && (contextName != null || shell.variable("IDAEUS_URL").isEmpty());
    }

    /** The option or variable that names a sidecar or a context; empty where only a current context may. */
    Optional<String> choosesSidecar() {
        return url != null
                ? Optional.of("--url")
                : contextName != null
                        ? Optional.of("--context")
                        : Stream.of("IDAEUS_URL", "IDAEUS_CONTEXT")
                                .filter(name -> shell.variable(name).isPresent())
                                .map(name -> "$" + name)
                                .findFirst();
    }

    /** Whether an option, the environment or a context names a sidecar. */
    boolean namesSidecar() {
        return url != null
                || context().isPresent()
                || shell.variable("IDAEUS_URL").isPresent();
    }

    /** Whether the sidecar can tell who calls. */
    boolean tellsWhoCalls() {
        return identity().certificate() != null || file(tokenFile, "IDAEUS_TOKEN_FILE", Context::tokenFile) != null;
    }

    /** The options that lead to the same sidecar again, each with a blank before it. */
    String again() {
        return again(url);
    }

    /** The same for another sidecar. */
    String again(@Nullable Object address) {
        return (contextName == null ? "" : " --context " + contextName) + (address == null ? "" : " --url " + address);
    }

    ContextFile contexts() {
        ContextFile read = contexts;
        if (read == null) {
            read = ContextFile.read(shell.environment());
            contexts = read;
        }
        return read;
    }

    /** The context that applies; empty where none does. */
    Optional<Context> context() {
        String name = contextName != null
                ? contextName
                : shell.variable("IDAEUS_CONTEXT").orElse(null);
        if (name != null) {
            return Optional.of(context(name));
        }
        return Optional.ofNullable(contexts().current()).map(this::context);
    }

    /** @throws IllegalArgumentException naming the contexts that exist */
    Context context(String name) {
        ContextFile file = contexts();
        return file.find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no context '%s' in %s (expected: %s)"
                        .formatted(
                                name,
                                file.path(),
                                file.contexts().isEmpty()
                                        ? "a file with contexts"
                                        : String.join(", ", file.contexts().keySet()))));
    }

    /** Path of a client's PEM files; a certificate, its key and the key's password come from one place. */
    record Identity(
            @Nullable Path certificate,
            @Nullable Path key,
            @Nullable Path password) {}

    Identity identity() {
        Identity named = new Identity(
                variable(certificate, "IDAEUS_CERT"),
                variable(key, "IDAEUS_KEY"),
                variable(keyPassword, "IDAEUS_KEY_PASSWORD_FILE"));
        boolean byOption = Stream.of(certificate, key, keyPassword).anyMatch(Objects::nonNull);
        boolean byVariable =
                Stream.of(named.certificate(), named.key(), named.password()).anyMatch(Objects::nonNull);
        Optional<Identity> inContext = context()
                .filter(context -> context.certificate() != null)
                .map(context -> new Identity(context.certificate(), context.key(), context.keyPasswordFile()));
        boolean contextWins = !byOption && (contextName != null || !byVariable);
        return contextWins ? inContext.orElse(named) : named;
    }

    @Nullable
    Path trust() {
        return file(authorities, "IDAEUS_CACERT", Context::trust);
    }

    private Optional<SSLContext> tls() {
        Path trusted = trust();
        Identity identity = identity();
        if (Stream.of(trusted, identity.certificate(), identity.key(), identity.password())
                .allMatch(Objects::isNull)) {
            return Optional.empty();
        }
        return Optional.of(PemTls.context(trusted, identity.certificate(), identity.key(), identity.password()));
    }

    /** Reading the authorities of the JDK takes a third of the time of a call that needs none. */
    private Optional<SSLContext> unusedTls() {
        boolean plain = addresses().stream().allMatch(address -> "http".equalsIgnoreCase(address.getScheme()));
        return plain ? Optional.of(LazyTrust.context()) : Optional.empty();
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

    private static URI fromEnvironment(String address) {
        try {
            return Converters.address(address);
        } catch (TypeConversionException malformed) {
            throw new IllegalArgumentException("IDAEUS_URL: " + malformed.getMessage(), malformed);
        }
    }

    private @Nullable Path file(@Nullable Path given, String variable, Function<Context, @Nullable Path> inContext) {
        if (given != null) {
            return given;
        }
        Path contexts = context().map(inContext).orElse(null);
        Path set = variable(null, variable);
        return contextName != null && contexts != null ? contexts : set != null ? set : contexts;
    }

    private @Nullable Path variable(@Nullable Path given, String variable) {
        return given != null ? given : shell.variable(variable).map(Path::of).orElse(null);
    }
}
