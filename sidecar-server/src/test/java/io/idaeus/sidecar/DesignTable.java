/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The tables of docs/packages.md and docs/packages-jobs.md that say what each package of the server may use: one row for each package, one for
 * each library. A sub-package such as {@code fetch.connection} has a row of its own.
 */
final class DesignTable {
    static final String ROOT = "io.idaeus.sidecar";

    private static final String ALL_PACKAGES = "all packages";
    private static final String JDK = "JDK";
    private static final String LOGGING = "SLF4J";

    private final Map<String, Set<String>> allowed = new TreeMap<>();
    private final Set<String> pure = new TreeSet<>();
    private final Map<String, String> libraries = new HashMap<>();

    static DesignTable read(Path... pages) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path page : pages) {
            lines.addAll(Files.readAllLines(page));
        }
        return new DesignTable(lines);
    }

    DesignTable(List<String> lines) {
        String table = "";
        for (String line : lines) {
            List<String> cells = cells(line);
            if (cells.isEmpty()) {
                table = "";
            } else if (table.isEmpty()) {
                table = cells.get(0);
            } else if (!line.startsWith("|---")) {
                enter(table, cells);
            }
        }
    }

    /** The package within the server, or the library, that a class's package belongs to; else the package itself. */
    String nameOf(String javaPackage) {
        if (javaPackage.startsWith(ROOT + ".")) {
            return javaPackage.substring(ROOT.length() + 1);
        }
        String longest = "";
        for (String prefix : libraries.keySet()) {
            boolean inside = (javaPackage + ".").startsWith(prefix + ".");
            longest = inside && prefix.length() > longest.length() ? prefix : longest;
        }
        return longest.isEmpty() ? javaPackage : libraries.get(longest);
    }

    /**
     * Compares the table with the code.
     *
     * @param used for each package of the server, what it uses, by the names of {@link #nameOf}
     */
    List<String> violations(Map<String, Set<String>> used) {
        List<String> violations = new ArrayList<>();
        used.forEach((name, uses) -> {
            if (allowed.containsKey(name)) {
                compare(name, uses, violations);
            } else {
                violations.add(name + " has no row");
            }
        });
        allowed.keySet().stream()
                .filter(name -> !used.containsKey(name))
                .forEach(name -> violations.add(name + " has a row and no classes"));
        return violations;
    }

    private void compare(String name, Set<String> uses, List<String> violations) {
        Set<String> permitted = allowed.get(name);
        boolean all = permitted.contains(ALL_PACKAGES);
        for (String use : uses) {
            boolean basic = use.equals(JDK) || use.equals(name) || (use.equals(LOGGING) && !pure.contains(name));
            if (!basic && !permitted.contains(use) && !(all && allowed.containsKey(use))) {
                violations.add(name + " uses " + use + ", which its row does not allow");
            }
        }
        for (String permission : permitted) {
            if (!permission.equals(ALL_PACKAGES) && !uses.contains(permission)) {
                violations.add(name + " does not use " + permission + ", which its row allows");
            }
        }
    }

    private void enter(String table, List<String> cells) {
        if (table.equals("package")) {
            String name = cells.get(0);
            if (allowed.put(name, names(cells.get(2))) != null) {
                throw new IllegalArgumentException(name + " has two rows");
            }
            if (cells.get(1).contains("Pure")) {
                pure.add(name);
            }
        } else if (table.equals("library")) {
            names(cells.get(1)).forEach(prefix -> libraries.put(prefix, cells.get(0)));
        }
    }

    private static Set<String> names(String cell) {
        return cell.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(cell.split(", ")));
    }

    private static List<String> cells(String line) {
        if (!line.startsWith("|")) {
            return List.of();
        }
        String[] cells = line.substring(1).replace("`", "").split("\\|");
        return Arrays.stream(cells).map(String::strip).toList();
    }
}
