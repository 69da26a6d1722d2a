/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.cli.context.ContextException;
import io.idaeus.cli.output.Units;
import io.idaeus.client.ManifestNotReadyException;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SidecarUnreachableException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a failure on stderr: the problem, its detail, the remedy. With {@code --debug} also the stack trace. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {

    private final PrintStream err;
    private final Ansi ansi;
    private final boolean debug;

    public Failures(PrintStream err, Ansi ansi, boolean debug) {
        this.err = err;
        this.ansi = ansi;
        this.debug = debug;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        block(wrong.getMessage(), null, "See: " + command + " --help");
        UnmatchedArgumentException.printSuggestions(
                wrong, wrong.getCommandLine().getErr());
        trace(wrong);
        return ExitCodes.USAGE;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof ParameterException wrong) {
            return handleParseException(wrong, new String[0]);
        }
        int exitCode = report(failure);
        trace(failure);
        return exitCode;
    }

    private int report(Exception failure) {
        if (failure instanceof ContextException wrong) {
            block("The contexts in " + wrong.file() + " cannot be used", null, null);
            wrong.problems().forEach(this::line);
            return ExitCodes.USAGE;
        }
        if (failure instanceof SidecarException refused) {
            block(refused.problem().title(), refused.problem().detail(), origin(refused));
            return ExitCodes.of(refused);
        }
        if (failure instanceof SidecarUnreachableException unreachable) {
            block("No response from " + unreachable.uri(), unreachable.detail(), unreachable.remedy());
            return ExitCodes.UNREACHABLE;
        }
        if (failure instanceof ManifestNotReadyException) {
            block("The manifest is not ready", failure.getMessage(), null);
            return ExitCodes.REFUSED;
        }
        block("Internal error of this command", failure.toString(), "Repeat with --debug and report the output");
        return ExitCodes.INTERNAL;
    }

    private static String origin(SidecarException refused) {
        String type = refused.type()
                .map(known -> known.slug())
                .orElse(refused.problem().type());
        return "(%s, HTTP %d, from %s)".formatted(type, refused.problem().status(), refused.uri());
    }

    private void block(@Nullable String title, @Nullable String detail, @Nullable String remedy) {
        err.println(ansi.string("@|bold,red idaeus:|@ ") + Units.plain(String.valueOf(title)));
        line(detail);
        line(remedy);
    }

    private void line(@Nullable String text) {
        if (text != null && !text.isBlank()) {
            err.println("  " + Units.plain(text));
        }
    }

    private void trace(Exception failure) {
        if (debug) {
            failure.printStackTrace(err);
        }
    }
}
