/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Runs the tests tier by tier, for the targets test, test-all and test-changed of the Makefile. A program of one file,
 * which {@code java} runs as it is: it builds what it runs.
 *
 * <pre>
 * java it-tests/tiers/Tiers.java gate              the gate: `make test`
 * java it-tests/tiers/Tiers.java all [TIER,…]      tiers, and a table: `make test-all`
 * java it-tests/tiers/Tiers.java changed COMMIT    the gate, and the tiers that changes since COMMIT touch
 * java it-tests/tiers/Tiers.java touched COMMIT    prints these tiers
 * </pre>
 *
 * <p>Exit codes: 0 for green, 1 where a tier is not, 2 for a usage error.
 */
final class Tiers {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path LAST_RUN = ROOT.resolve("it-tests/tiers/last-run.md");
    private static final Path CHANGES = ROOT.resolve("it-tests/tiers/changes.md");
    private static final Path DURATIONS = ROOT.resolve("it-tests/tiers/durations");
    private static final Path LOGS = ROOT.resolve("target/tiers");

    private static final List<String> VERSIONS = List.of("4.0", "4.1", "5.0", "6.0");
    private static final List<String> NO_UNIT_TESTS =
            List.of("-Dtest=NoUnitTests", "-Dsurefire.failIfNoSpecifiedTests=false");

    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        String command = words.isEmpty() ? "" : words.get(0);
        if (!Files.exists(ROOT.resolve("it-tests/tiers/Tiers.java"))) {
            fail("run this in the root of the project");
        }
        boolean green = switch (command + words.size()) {
            case "gate1" -> gate(System.getenv().getOrDefault("FUZZ", "10000"));
            case "all1" -> all(known());
            case "all2" -> all(named(words.get(1)));
            case "changed2" -> gate("10000") && all(touched(words.get(1)));
            case "touched2" -> {
                System.out.println(String.join(",", touched(words.get(1))));
                yield true;
            }
            default -> {
                fail("usage: Tiers.java gate | all [TIER,…] | changed COMMIT | touched COMMIT");
                yield false;
            }
        };
        System.exit(green ? 0 : 1);
    }

    /** The tiers, in the order of the table. */
    private static Set<String> known() {
        return steps().keySet().stream().map(Tiers::tierOf).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A line of the table is a tier, or one version of it, as "versions 4.0". */
    private static String tierOf(String line) {
        return line.split(" ", 2)[0];
    }

    /** The commands for each line of the table, in order. */
    private static Map<String, List<Step>> steps() {
        Map<String, List<Step>> tiers = new LinkedHashMap<>();
        tiers.put("core", List.of(maven("core", "verify", "-Dfuzz.count=100000")));
        for (String version : VERSIONS) {
            tiers.put("versions " + version, List.of(tier("versions", "versions-" + version, "-Didaeus.it.version=" + version)));
        }
        tiers.put("plans", List.of(tier("plans", "plans")));
        tiers.put("clusters", List.of(tier("clusters", "clusters")));
        tiers.put("faults", List.of(tier("faults", "faults")));
        List<Step> images = List.of(
                new Step("engine", List.of(".ci/engine", "start")),
                new Step("base", List.of("docker/base/build.sh")),
                new Step("images", List.of("make", "images")));
        tiers.put("containers", concat(images, tier("containers", "containers", "-Dit.forks=1")));
        tiers.put("surface", List.of(new Step("clients", List.of(".ci/clients")), tier("surface", "surface")));
        tiers.put(
                "delivery",
                concat(
                        images,
                        new Step("compare-api", List.of(".ci/compare-api")),
                        new Step("clients", List.of(".ci/clients")),
                        new Step("chart", List.of(".ci/chart")),
                        new Step("build", List.of("make", "dist")),
                        new Step("packages", List.of(".ci/packages")),
                        new Step("reproducible", List.of(".ci/reproducible")),
                        new Step("consumer", List.of("env", "TRANSFER=1", ".ci/consumer")),
                        new Step("attack", List.of("make", "test-attack", "MINUTES=2"))));
        tiers.put(
                "timing",
                List.of(maven(
                        "timing",
                        "verify",
                        "-Dquick",
                        "-Dit.tier=timing",
                        "-Dit.forks=1",
                        "-Dunit.groups=timing",
                        "-Dunit.excludedGroups=none",
                        "-Dunit.forks=1")));
        return tiers;
    }

    private static List<Step> concat(List<Step> first, Step... then) {
        return Stream.concat(first.stream(), Stream.of(then)).toList();
    }

    private static Step tier(String tier, String log, String... options) {
        List<String> all = new ArrayList<>(List.of("verify", "-Dquick", "-Dit.tier=" + tier));
        all.addAll(NO_UNIT_TESTS);
        all.addAll(List.of(options));
        return maven(log, all.toArray(String[]::new));
    }

    private static Step maven(String log, String... options) {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
        command.addAll(List.of(options));
        return new Step(log, command);
    }

    /** @param log the name of its log below target/tiers */
    record Step(String log, List<String> command) {}

    private static Set<String> named(String list) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : list.split(",")) {
            if (!known().contains(name)) {
                fail("no tier is called \"%s\" (expected: %s)".formatted(name, String.join(", ", known())));
            }
            names.add(name);
        }
        return names;
    }

    private static boolean gate(String fuzz) throws IOException, InterruptedException {
        Instant began = Instant.now();
        System.out.println("The gate: format, static checks, unit tests, integration tests of the tier core"
                + LastRun.read(LAST_RUN).minutes("core").map(" (%s min in their last run in test-all)"::formatted).orElse(""));
        int code = run(maven("gate", "verify", "-Dfuzz.count=" + fuzz));
        Tally tally = Tally.since(began);
        tally.failedUnits().forEach(Tiers::printEnd);
        System.out.printf("%nThe gate took %s.%n", shown(Duration.between(began, Instant.now())));
        System.out.println(LastRun.read(LAST_RUN).age());
        System.out.println(tally.closingLine());
        return code == 0;
    }

    private static boolean all(Set<String> tiers) throws Exception {
        List<Row> rows = new ArrayList<>();
        String commit = output("git", "rev-parse", "--short=12", "HEAD");
        boolean changed = !output(
                        "git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":!" + ROOT.relativize(LAST_RUN), ":!" + ROOT.relativize(DURATIONS))
                .isEmpty();
        Set<String> versions = versions();
        Map<String, List<Step>> lines = new LinkedHashMap<>(steps());
        lines.keySet().removeIf(line -> !tiers.contains(tierOf(line)) || line.startsWith("versions ") && !versions.contains(line.split(" ")[1]));
        for (Map.Entry<String, List<Step>> line : lines.entrySet()) {
            System.out.printf("%n== tier %s%n", line.getKey());
            Instant began = Instant.now();
            String failed = "";
            for (Step step : line.getValue()) {
                if (run(step) != 0) {
                    failed = step.log();
                    break;
                }
            }
            Tally tally = Tally.since(began);
            tally.failedUnits().forEach(Tiers::printEnd);
            Row row = new Row(line.getKey(), tally, Duration.between(began, Instant.now()), failed, commit);
            rows.add(row);
            System.out.println(Row.HEAD + "\n" + row.line());
            if (!changed) {
                LastRun.record(LAST_RUN, row);
            }
        }
        if (tiers.contains("containers") || tiers.contains("delivery")) {
            run(new Step("engine-stop", List.of(".ci/engine", "stop")));
        }
        System.out.printf("%n%s%n", Row.HEAD);
        rows.forEach(row -> System.out.println(row.line()));
        rows.forEach(row -> row.reasons().forEach(System.out::println));
        boolean green = rows.stream().allMatch(Row::green);
        if (changed) {
            System.out.println("\nNot recorded: the tree differs from its commit.");
        } else {
            writeDurations();
            System.out.printf("%nWritten: %s, %s. Commit them.%n", ROOT.relativize(LAST_RUN), ROOT.relativize(DURATIONS));
        }
        return green;
    }

    private static Set<String> versions() {
        String given = System.getenv().getOrDefault("VERSIONS", "");
        if (given.isBlank()) {
            return Set.copyOf(VERSIONS);
        }
        Set<String> versions = new LinkedHashSet<>(List.of(given.split(",")));
        versions.stream().filter(version -> !VERSIONS.contains(version)).findFirst().ifPresent(unknown -> {
            throw fail("there are no tests on Cassandra \"%s\" (VERSIONS: expected some of %s)".formatted(unknown, String.join(",", VERSIONS)));
        });
        return versions;
    }

    /**
     * A line of the table.
     *
     * @param tier with the version, if it runs once for each
     * @param failed the step that failed, or ""
     */
    record Row(String tier, Tally tally, Duration took, String failed, String commit) {
        static final String HEAD =
                "| tier | tests | failed | skipped | minutes | starts of Cassandra | commit | day | |\n|---|--:|--:|--:|--:|--:|---|---|---|";

        boolean green() {
            // Scripts check the delivery, and have no reports.
            boolean ran = tally.tests > 0 || tier.equals("delivery");
            return ran && failed.isEmpty() && tally.failed == 0 && tally.notRun().isEmpty();
        }

        String line() {
            String state = green() ? "green" : !failed.isEmpty() ? "RED: " + failed : tally.tests == 0 ? "NOT GREEN: no test ran" : "NOT GREEN: skipped tests";
            return "| %s | %d | %d | %d | %d | %d | `%s` | %s | %s |"
                    .formatted(
                            tier,
                            tally.tests,
                            tally.failed,
                            tally.skipped.size(),
                            Math.max(1, Math.round(took.toSeconds() / 60.0)),
                            tally.starts,
                            commit,
                            LocalDate.now(ZoneOffset.UTC),
                            state);
        }

        /** Why tests were skipped, each reason once. */
        List<String> reasons() {
            Map<String, Long> counts = tally.skipped.stream()
                    .collect(Collectors.groupingBy(Skip::reason, TreeMap::new, Collectors.counting()));
            return counts.entrySet().stream()
                    .map(entry -> "- %s, skipped: %s (%d)".formatted(tier, entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    record Skip(String test, String reason) {
        /** Not a missing tool: the test is about other versions. */
        boolean isForAnotherVersion() {
            return reason.contains("not on Cassandra ");
        }
    }

    /** The totals of JUnit's reports that are newer than a moment. */
    static final class Tally {
        private static final List<String> REPORTS = List.of("surefire-reports", "failsafe-reports", "tiers");
        int tests;
        int failed;
        int starts;
        final List<Skip> skipped = new ArrayList<>();
        final List<Path> failedReports = new ArrayList<>();

        static Tally since(Instant began) throws IOException {
            Tally tally = new Tally();
            try (Stream<Path> files = Files.walk(ROOT, 8)) {
                for (Path file : files.filter(Tally::isReport).toList()) {
                    if (!Files.getLastModifiedTime(file).toInstant().isBefore(began.truncatedTo(ChronoUnit.SECONDS))) {
                        tally.add(file);
                    }
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            return tally;
        }

        private static boolean isReport(Path file) {
            String path = file.toString();
            String name = file.getFileName().toString();
            return REPORTS.stream().anyMatch(directory -> path.contains("/target/" + directory + "/"))
                    && (name.startsWith("TEST-") && name.endsWith(".xml") || name.equals("summary"));
        }

        private void add(Path file) throws IOException {
            if (file.endsWith("summary")) {
                Properties summary = new Properties();
                try (var in = Files.newInputStream(file)) {
                    summary.load(in);
                }
                starts += Integer.parseInt(summary.getProperty("starts", "0"));
                failed += Integer.parseInt(summary.getProperty("broken", "0"));
                return;
            }
            Element suite;
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
                suite = factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
            } catch (Exception e) {
                throw new IOException(file + " is no report of JUnit: " + e.getMessage(), e);
            }
            NodeList cases = suite.getElementsByTagName("testcase");
            int before = failed;
            for (int i = 0; i < cases.getLength(); i++) {
                Element test = (Element) cases.item(i);
                tests++;
                failed += test.getElementsByTagName("failure").getLength() > 0 || test.getElementsByTagName("error").getLength() > 0 ? 1 : 0;
                NodeList skips = test.getElementsByTagName("skipped");
                if (skips.getLength() > 0) {
                    Element skip = (Element) skips.item(0);
                    String reason = skip.getAttribute("message").isEmpty() ? skip.getTextContent() : skip.getAttribute("message");
                    skipped.add(new Skip(test.getAttribute("classname") + " " + test.getAttribute("name"), firstLine(reason)));
                }
            }
            if (failed > before) {
                failedReports.add(file);
            }
        }

        private static String firstLine(String reason) {
            return reason.strip().lines().findFirst().orElse("no reason").replaceFirst("^\\S*(Exception|Error): ", "").replaceFirst("^Assumption failed: ", "");
        }

        List<Skip> notRun() {
            return skipped.stream().filter(skip -> !skip.isForAnotherVersion()).toList();
        }

        /** The output of failed unit tests. */
        List<Path> failedUnits() {
            return failedReports.stream()
                    .filter(file -> file.toString().contains("-reports/"))
                    .map(file -> file.resolveSibling(file.getFileName().toString().replaceFirst("^TEST-", "").replaceFirst("\\.xml$", "-output.txt")))
                    .filter(Files::exists)
                    .toList();
        }

        String closingLine() {
            return "%d passed, %d failed, %d skipped".formatted(tests - failed - skipped.size(), failed, skipped.size());
        }
    }

    private static void printEnd(Path output) {
        try {
            List<String> lines = Files.readAllLines(output);
            System.out.println("\nThe end of " + ROOT.relativize(output) + ":");
            lines.subList(Math.max(0, lines.size() - 40), lines.size()).forEach(line -> System.out.println("    " + line));
        } catch (IOException e) {
            System.out.println("\n" + output + " cannot be read: " + e.getMessage());
        }
    }

    /** Runs a command; its whole output goes to a log, and what a person wants to see to the console. */
    private static int run(Step step) throws IOException, InterruptedException {
        Files.createDirectories(LOGS);
        Path file = LOGS.resolve(step.log() + ".log");
        ProcessBuilder builder = new ProcessBuilder(step.command()).redirectErrorStream(true);
        if (Files.exists(ROOT.resolve("target/engine.pid"))) {
            // Ports of the engine that .ci/engine started are on our own loopback, even if this is a container itself.
            builder.environment().putIfAbsent("TESTCONTAINERS_HOST_OVERRIDE", "localhost");
        }
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        process.getOutputStream().close();
        boolean isMaven = step.command().get(0).equals("mvn");
        try (PrintStream log = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
                BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.println(line);
                String shown = isMaven ? MavenLine.shown(line) : line;
                if (shown != null) {
                    System.out.println(shown);
                }
            }
        }
        int code = process.waitFor();
        if (code != 0) {
            System.out.printf("FAILED (exit code %d): %s%nThe whole output: %s%n", code, String.join(" ", step.command()), ROOT.relativize(file));
        }
        return code;
    }

    /** Selects lines of Maven's output: modules, one line for each class of tests, warnings and errors. */
    static final class MavenLine {
        private static final Pattern MODULE = Pattern.compile("\\[INFO\\] Building (.+?) \\S+ +\\[(\\d+/\\d+)\\]");
        private static final Pattern CLASS = Pattern.compile(
                "\\[(?:INFO|WARNING|ERROR)\\] +Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+), Skipped: (\\d+), Time elapsed: ([0-9.]+) s.* -- in (\\S+)");

        static String shown(String line) {
            String plain = line.replaceAll("\u001b\\[[0-9;]*m", "");
            Matcher module = MODULE.matcher(plain);
            if (module.matches()) {
                return "-- %s (%s)".formatted(module.group(1), module.group(2));
            }
            Matcher test = CLASS.matcher(plain);
            if (test.matches()) {
                String name = test.group(6);
                int failed = Integer.parseInt(test.group(2)) + Integer.parseInt(test.group(3));
                int skipped = Integer.parseInt(test.group(4));
                return "%-40s %4d passed%s%s, %s s".formatted(
                        name.substring(name.lastIndexOf('.') + 1),
                        Integer.parseInt(test.group(1)) - failed - skipped,
                        failed > 0 ? ", " + failed + " FAILED" : "",
                        skipped > 0 ? ", " + skipped + " skipped" : "",
                        test.group(5));
            }
            return plain.startsWith("[INFO]") || plain.isBlank() ? null : plain;
        }
    }

    /** The tiers that the changes since a commit touch, by the table in changes.md. */
    private static Set<String> touched(String base) throws IOException, InterruptedException {
        Map<String, List<String>> table = table();
        Set<String> files = new TreeSet<>();
        files.addAll(output("git", "diff", "--name-only", base).lines().toList());
        files.addAll(output("git", "ls-files", "--others", "--exclude-standard").lines().toList());
        Set<String> tiers = new TreeSet<>();
        for (String file : files) {
            String row = table.keySet().stream()
                    .filter(path -> file.equals(path) || file.startsWith(path.endsWith("/") ? path : path + "/"))
                    .max(Comparator.comparingInt(String::length))
                    .orElseThrow(() -> fail("%s has no row in %s".formatted(file, ROOT.relativize(CHANGES))));
            tiers.addAll(table.get(row));
        }
        // The gate has it.
        tiers.remove("core");
        return known().stream().filter(tiers::contains).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Map<String, List<String>> table() throws IOException {
        Pattern row = Pattern.compile("\\| `([^`]+)` \\| (.*?) \\|.*");
        Map<String, List<String>> table = new TreeMap<>();
        for (String line : Files.readAllLines(CHANGES)) {
            Matcher matcher = row.matcher(line);
            if (matcher.matches()) {
                List<String> tiers = matcher.group(2).equals("–") ? List.of() : Arrays.asList(matcher.group(2).split(", "));
                table.put(matcher.group(1), tiers);
            }
        }
        return table;
    }

    /** The committed durations, with those of this run in their place. */
    private static void writeDurations() throws IOException {
        Map<String, String> known = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        if (Files.exists(DURATIONS)) {
            files.add(DURATIONS);
        }
        for (String module : List.of("it-tests", "it-tests/bench")) {
            Path results = ROOT.resolve(module).resolve("target/tiers");
            if (Files.isDirectory(results)) {
                try (Stream<Path> runs = Files.list(results)) {
                    runs.map(run -> run.resolve("durations"))
                            .filter(file -> Files.exists(file) && !file.toString().contains("/named-"))
                            .sorted()
                            .forEach(files::add);
                }
            }
        }
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                known.put(line.strip().split("\\s+")[1], line);
            }
        }
        Files.write(DURATIONS, known.values());
    }

    /** The page that says when each tier ran last, as it is committed. */
    static final class LastRun {
        /** A line of its table: name, tests, failed, skipped, minutes, starts, commit, day, state. */
        private static final Pattern LINE = Pattern.compile("\\| ([a-z]+(?: [0-9.]+)?) (?:\\| \\d+ ){3}\\| (\\d+) \\| \\d+ \\| `([0-9a-f]+)` \\| (\\d{4}-\\d\\d-\\d\\d) \\| (.*) \\|");
        private static final Pattern REASON = Pattern.compile("- ([a-z]+(?: [0-9.]+)?), skipped: .*");

        private final Map<String, Matcher> lines = new LinkedHashMap<>();
        private final Map<String, List<String>> reasons = new LinkedHashMap<>();

        static LastRun read(Path file) throws IOException {
            LastRun run = new LastRun();
            for (String text : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                Matcher line = LINE.matcher(text);
                Matcher reason = REASON.matcher(text);
                if (line.matches()) {
                    run.lines.put(line.group(1), line);
                } else if (reason.matches()) {
                    run.reasons.computeIfAbsent(reason.group(1), tier -> new ArrayList<>()).add(text);
                }
            }
            return run;
        }

        Optional<String> minutes(String tier) {
            return Optional.ofNullable(lines.get(tier)).map(line -> line.group(2));
        }

        /** Which tiers have not run, are not green, or ran longest ago. */
        String age() {
            List<String> missing = steps().keySet().stream().filter(tier -> !lines.containsKey(tier)).toList();
            List<String> red = lines.values().stream().filter(line -> !line.group(5).equals("green")).map(line -> line.group(1)).toList();
            StringBuilder text = new StringBuilder();
            lines.values().stream().min(Comparator.comparing((Matcher line) -> line.group(4))).ifPresent(oldest -> {
                long days = ChronoUnit.DAYS.between(LocalDate.parse(oldest.group(4)), LocalDate.now(ZoneOffset.UTC));
                String commits = attempt("git", "rev-list", "--count", oldest.group(3) + "..HEAD");
                text.append("The tier %s ran longest ago: %s%s, at commit %s. ".formatted(
                        oldest.group(1), days == 1 ? "1 day" : days + " days", commits.isEmpty() ? "" : " and " + commits + " commits", oldest.group(3)));
            });
            text.append(missing.isEmpty() ? "" : "Not run yet: " + String.join(", ", missing) + ". ");
            text.append(red.isEmpty() ? "" : "Not green: " + String.join(", ", red) + ". ");
            return text + "(" + ROOT.relativize(LAST_RUN) + ")";
        }

        /** Puts the row in the place of the one before. */
        static void record(Path file, Row row) throws IOException {
            LastRun before = read(file);
            List<String> text = new ArrayList<>(List.of(
                    "# The last run of each tier",
                    "",
                    "`make test-all` writes this page. [CONTRIBUTING](../../CONTRIBUTING.md#tests) says what the tiers are. Minutes are those of a machine with %d cores."
                            .formatted(Runtime.getRuntime().availableProcessors()),
                    ""));
            text.addAll(Row.HEAD.lines().toList());
            List<String> reasons = new ArrayList<>();
            for (String tier : steps().keySet()) {
                boolean isThis = tier.equals(row.tier());
                if (isThis) {
                    text.add(row.line());
                } else if (before.lines.containsKey(tier)) {
                    text.add(before.lines.get(tier).group());
                }
                reasons.addAll(isThis ? row.reasons() : before.reasons.getOrDefault(tier, List.of()));
            }
            if (!reasons.isEmpty()) {
                text.add("");
                text.addAll(reasons);
            }
            Files.write(file, text);
        }
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw fail(String.join(" ", command) + " failed");
        }
        return text;
    }

    private static String attempt(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? text : "";
        } catch (IOException | InterruptedException e) {
            return "";
        }
    }

    private static String shown(Duration time) {
        return time.toSeconds() < 90 ? time.toSeconds() + " s" : "%.1f min".formatted(time.toSeconds() / 60.0);
    }

    private static RuntimeException fail(String message) {
        System.err.println("idaeus: " + message);
        System.exit(2);
        return new IllegalStateException(message);
    }
}
