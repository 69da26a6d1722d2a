/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script for fish. picocli makes those for bash and zsh alone. */
public final class FishCompletion {

    private final String name;
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(CommandLine root) {
        name = root.getCommandName();
        lines.add("# Completion of " + name + " for fish. Generated.");
        condition(root);
        lines.add("complete -c " + name + " -f");
        add(root, "");
    }

    public static String of(CommandLine root) {
        return String.join("\n", new FishCompletion(root).lines) + "\n";
    }

    /** True where the words before the cursor, without options and their values, are those of the command. */
    private void condition(CommandLine root) {
        String valued = everyCommand(root)
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(FishCompletion::takesValue)
                .flatMap(option -> Stream.of(option.names()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(" "));
        lines.add("""
                function __%1$s_at
                    set -l path
                    set -l value 0
                    for word in (commandline -opc)[2..-1]
                        if test $value -eq 1
                            set value 0
                        else if contains -- $word %2$s
                            set value 1
                        else if not string match -q -- '-*' $word
                            set -a path $word
                        end
                    end
                    test "$path" = "$argv"
                end""".formatted(name, valued));
    }

    private void add(CommandLine command, String path) {
        String at = "__%s_at%s".formatted(name, path);
        visible(command)
                .forEach(each -> lines.add("complete -c %s -n '%s' -a %s -d %s"
                        .formatted(name, at, each.getCommandName(), quoted(summary(each.getCommandSpec())))));
        command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> lines.add(line(at, option)));
        visible(command).forEach(each -> add(each, path + " " + each.getCommandName()));
    }

    private String line(String at, OptionSpec option) {
        String names = Stream.of(option.names())
                .map(word -> word.startsWith("--") ? "-l " + word.substring(2) : "-s " + word.substring(1))
                .collect(Collectors.joining(" "));
        return "complete -c %s -n '%s' %s%s -d %s"
                .formatted(name, at, names, value(option), quoted(first(option.description())));
    }

    private static String value(OptionSpec option) {
        if (!takesValue(option)) {
            return "";
        }
        String words = option.completionCandidates() == null
                ? ""
                : StreamSupport.stream(option.completionCandidates().spliterator(), false)
                        .map(word -> word.toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(" "));
        boolean file = List.of("PEM", "FILE").contains(option.paramLabel());
        return (file ? " -r -F" : " -x") + (words.isEmpty() ? "" : " -a " + quoted(words));
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static Stream<CommandLine> visible(CommandLine command) {
        return command.getSubcommands().values().stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden());
    }

    private static Stream<CommandLine> everyCommand(CommandLine command) {
        return Stream.concat(Stream.of(command), visible(command).flatMap(FishCompletion::everyCommand));
    }

    static String summary(CommandSpec command) {
        return first(command.usageMessage().description());
    }

    private static String first(String[] description) {
        String text = description.length == 0 ? "" : description[0];
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end)).replaceAll("[.:]$", "").replace("%n", " ");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
