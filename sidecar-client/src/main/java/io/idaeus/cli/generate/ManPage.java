/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.generate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The man page of one command, as roff for man(7). */
public final class ManPage {

    private final StringBuilder roff = new StringBuilder();

    private ManPage() {}

    /** A page for each command that is not hidden, by the name of its file, for instance {@code idaeus-node.1}. */
    public static Map<String, String> all(CommandLine root, String version) {
        Map<String, String> pages = new LinkedHashMap<>();
        collect(root, version, pages);
        return pages;
    }

    private static void collect(CommandLine command, String version, Map<String, String> pages) {
        CommandSpec spec = command.getCommandSpec();
        pages.put(spec.qualifiedName("-") + ".1", new ManPage().of(spec, version));
        visible(spec).forEach(each -> collect(each, version, pages));
    }

    private String of(CommandSpec spec, String version) {
        line(".TH \"" + spec.qualifiedName("-").toUpperCase(Locale.ROOT) + "\" 1 \"\" \"" + text(version)
                + "\" \"Idaeus\"");
        section("NAME");
        line(text(spec.qualifiedName("-")) + " \\- " + text(FishCompletion.summary(spec)));
        section("SYNOPSIS");
        line("\\fB" + text(spec.qualifiedName()) + "\\fR " + synopsis(spec));
        section("DESCRIPTION");
        paragraphs(spec.usageMessage().description());
        arguments(spec.positionalParameters());
        options(spec);
        commands(spec);
        exitCodes(spec);
        section("SEE ALSO");
        line(seeAlso(spec));
        return roff.toString();
    }

    private static String synopsis(CommandSpec spec) {
        String required = spec.options().stream()
                .filter(option -> option.required() && !option.inherited())
                .map(option -> "\\fB" + text(option.longestName()) + "\\fR " + label(option) + " ")
                .collect(Collectors.joining());
        String positional = spec.positionalParameters().stream()
                .map(each -> each.arity().min() == 0 ? "[" + label(each) + "]" : label(each))
                .collect(Collectors.joining(" "));
        String command = visible(spec).findAny().isPresent() ? "\\fICOMMAND\\fR" : "";
        return required + "[\\fIOPTIONS\\fR] " + positional + command;
    }

    private void arguments(List<PositionalParamSpec> parameters) {
        if (!parameters.isEmpty()) {
            section("ARGUMENTS");
            parameters.forEach(each -> entry(label(each), each.description()));
        }
    }

    private void options(CommandSpec spec) {
        List<OptionSpec> own = spec.options().stream()
                .filter(option -> !option.inherited() && !option.hidden())
                .toList();
        if (own.isEmpty() && spec.parent() == null) {
            return;
        }
        section("OPTIONS");
        own.forEach(option -> entry(names(option), option.description()));
        if (spec.parent() != null) {
            line(".PP");
            line("The options of every command are described in \\fB"
                    + text(spec.root().name()) + "\\fR(1).");
        }
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() > 0 ? " " + label(option) : "";
        return Stream.of(option.names())
                .map(name -> "\\fB" + text(name) + "\\fR" + value)
                .collect(Collectors.joining(", "));
    }

    private static String label(ArgSpec argument) {
        return "\\fI" + text(argument.paramLabel()) + "\\fR";
    }

    private void commands(CommandSpec spec) {
        List<CommandLine> commands = visible(spec).toList();
        if (!commands.isEmpty()) {
            section("COMMANDS");
            commands.forEach(each -> entry(
                    "\\fB" + text(each.getCommandSpec().qualifiedName("-")) + "\\fR(1)",
                    FishCompletion.summary(each.getCommandSpec())));
        }
    }

    private void exitCodes(CommandSpec spec) {
        if (!spec.usageMessage().exitCodeList().isEmpty()) {
            section("EXIT STATUS");
            spec.usageMessage().exitCodeList().forEach((code, meaning) -> entry("\\fB" + code + "\\fR", meaning));
        }
    }

    private static String seeAlso(CommandSpec spec) {
        CommandSpec parent = spec.parent() == null ? null : spec.parent();
        Stream<String> above = parent == null ? Stream.of() : Stream.of(parent.qualifiedName("-"));
        Stream<String> below = visible(spec).map(each -> each.getCommandSpec().qualifiedName("-"));
        Stream<String> cassandra = Stream.of("nodetool");
        return Stream.of(above, below, cassandra)
                .flatMap(names -> names)
                .map(name -> "\\fB" + text(name) + "\\fR(1)")
                .collect(Collectors.joining(", "));
    }

    private static Stream<CommandLine> visible(CommandSpec spec) {
        return spec.subcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden());
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void entry(String term, String... description) {
        line(".TP");
        line(term);
        line(text(String.join(" ", description)));
    }

    private void paragraphs(String... description) {
        for (String each : description) {
            line(".PP");
            line(text(each));
        }
    }

    private void line(String line) {
        roff.append(line).append('\n');
    }

    // A line that begins with a dot or a quote is a request; a hyphen is one that can be typed.
    private static String text(String plain) {
        String escaped = plain.replace("%n", " ")
                .replaceAll("\\s+", " ")
                .strip()
                .replace("\\", "\\e")
                .replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
