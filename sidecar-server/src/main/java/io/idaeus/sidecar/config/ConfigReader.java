/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The known keys, the present keys and the errors of one reading. */
final class ConfigReader {
    private static final String PREFIX = "IDAEUS_";

    // Those of the command idaeus, the launcher and the script idaeus-certificates, which share shells with the
    // sidecar.
    private static final Set<String> OF_OTHERS = Set.of(
            "IDAEUS_CONFIG",
            "IDAEUS_URL",
            "IDAEUS_CONTEXT",
            "IDAEUS_CACERT",
            "IDAEUS_CERT",
            "IDAEUS_KEY",
            "IDAEUS_KEY_PASSWORD_FILE",
            "IDAEUS_TOKEN_FILE",
            "IDAEUS_CERTIFICATES");

    private final Map<String, String> environment;
    private final SortedSet<String> known = new TreeSet<>();
    private final SortedSet<String> sections = new TreeSet<>();
    private final Set<String> present = new LinkedHashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    ConfigReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    void enter(String path, JsonNode node) {
        sections.add(path);
        node.fieldNames().forEachRemaining(name -> present.add(path.isEmpty() ? name : path + "." + name));
    }

    String know(String path) {
        known.add(path);
        return path;
    }

    @Nullable
    String environment(String path) {
        return environment.get(variable(path));
    }

    boolean hasVariableBelow(String path) {
        return environment.keySet().stream().anyMatch(name -> name.startsWith(variable(path) + "_"));
    }

    void refuse(String path, String found, String expected) {
        problems.add(named(path) + ": found " + found + ", expected " + expected);
    }

    void warn(String path, String warning) {
        warnings.add(named(path) + ": " + warning);
    }

    private String named(String path) {
        return environment.containsKey(variable(path)) ? path + " (from " + variable(path) + ")" : path;
    }

    SortedSet<String> knownKeys() {
        return Collections.unmodifiableSortedSet(known);
    }

    List<String> problems() {
        Stream<String> unknown = present.stream()
                .filter(path -> !known.contains(path) && !sections.contains(path))
                .map(path -> path + ": unknown key; did you mean " + nearestKey(path) + "?");
        return Stream.concat(unknown, problems.stream()).toList();
    }

    List<String> warnings() {
        return Stream.concat(warnings.stream(), strayVariables()).toList();
    }

    private Stream<String> strayVariables() {
        List<String> variables = known.stream().map(ConfigReader::variable).toList();
        // Nobody should switch protection off because of a typing error.
        List<String> suggested =
                variables.stream().filter(name -> !name.endsWith("INSECURE")).toList();
        return environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !variables.contains(name) && !OF_OTHERS.contains(name))
                .sorted()
                .map(name -> name + " matches no configuration key and has no effect; did you mean "
                        + Spelling.nearest(name, suggested) + "?");
    }

    private String nearestKey(String path) {
        return Spelling.nearest(
                path,
                Stream.concat(known.stream(), sections.stream().filter(s -> !s.isEmpty()))
                        .toList());
    }

    // cassandra.jmx.passwordFile is IDAEUS_CASSANDRA_JMX_PASSWORD_FILE.
    static String variable(String path) {
        return PREFIX
                + path.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }
}
