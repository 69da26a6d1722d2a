/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import io.idaeus.it.harness.cassandra.CassandraNode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

/**
 * A JVM that runs the test classes whose names it reads, one after the other, in one launcher session. What tests print
 * goes to a file for each class, and standard output tells {@link Fork} what happened. It ends with its input, also when
 * its parent is killed; the harness then kills its nodes.
 */
public final class ForkMain {
    private static volatile boolean running;

    private ForkMain() {}

    /** @param arguments the directory for what it writes */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        PrintStream parent = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        ClassOutput output = new ClassOutput();
        PrintStream both = new PrintStream(output, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        Input input = new Input();
        try (LauncherSession session = LauncherFactory.openSession()) {
            for (Optional<String> name = input.next(); name.isPresent(); name = input.next()) {
                run(session, name.get(), directory, output, parent);
            }
            output.to(directory.resolve("end.log"));
        }
        // Threads that a test left must not keep the fork.
        System.exit(0);
    }

    /** Read by a thread of its own: a parent that is killed ends the fork in the middle of a class. */
    private static final class Input {
        private final BlockingQueue<Optional<String>> names = new LinkedBlockingQueue<>();

        Input() {
            Thread reader = new Thread(this::read, "fork-input");
            reader.setDaemon(true);
            reader.start();
        }

        Optional<String> next() {
            try {
                return names.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }

        private void read() {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                for (String name = lines.readLine(); name != null; name = lines.readLine()) {
                    names.add(Optional.of(name));
                }
            } catch (IOException e) {
                // Its end as well.
            }
            if (running) {
                System.exit(1);
            }
            names.add(Optional.empty());
        }
    }

    private static void run(
            LauncherSession session, String name, Path directory, ClassOutput output, PrintStream parent)
            throws IOException {
        Path own = Files.createDirectories(directory.resolve(name.substring(name.lastIndexOf('.') + 1)));
        Path log = own.resolve("output.log");
        output.to(log);
        Listener listener = new Listener(parent, log);
        running = true;
        int starts = CassandraNode.starts();
        long began = System.nanoTime();
        session.getLauncher()
                .execute(
                        TierSelection.given().request(List.of(DiscoverySelectors.selectClass(name))),
                        listener,
                        new LegacyXmlReportGeneratingListener(
                                own, new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
        running = false;
        parent.println(new ForkEvent.Done(
                        listener.passed,
                        listener.failed,
                        listener.skipped,
                        (System.nanoTime() - began) / 1_000_000,
                        CassandraNode.starts() - starts)
                .line());
    }

    private static final class Listener implements TestExecutionListener {
        private final PrintStream parent;
        private final Path log;
        private int passed;
        private int failed;
        private int skipped;

        Listener(PrintStream parent, Path log) {
            this.parent = parent;
            this.log = log;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                System.out.println("--- " + nameOf(test));
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skip(test, reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason");
            switch (result.getStatus()) {
                case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
                case ABORTED -> skip(test, reason);
                case FAILED -> {
                    failed++;
                    String trace = result.getThrowable().map(Listener::trace).orElse("failed without an exception");
                    System.out.println("FAILED " + nameOf(test) + "\n" + trace);
                    parent.println(new ForkEvent.Failed(nameOf(test), trace + "\n  log: " + log).line());
                }
            }
        }

        private void skip(TestIdentifier test, String reason) {
            skipped++;
            System.out.println("skipped " + nameOf(test) + ": " + reason);
            parent.println(new ForkEvent.Skipped(nameOf(test), reason).line());
        }

        private static String nameOf(TestIdentifier test) {
            String shown = test.getDisplayName();
            return test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getMethodName())
                    .map(method -> shown.startsWith(method) ? shown : method + " " + shown)
                    .orElse(shown);
        }

        private static String trace(Throwable thrown) {
            StringWriter text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text));
            List<String> lines = text.toString()
                    .lines()
                    .filter(line -> !line.contains("at org.junit.") && !line.contains("at java.base/"))
                    .toList();
            return String.join("\n", lines);
        }
    }

    /** Writes to the file of the class that runs. */
    private static final class ClassOutput extends OutputStream {
        private OutputStream current = OutputStream.nullOutputStream();

        synchronized void to(Path file) throws IOException {
            current.close();
            current = Files.newOutputStream(file);
        }

        @Override
        public synchronized void write(int b) throws IOException {
            current.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int count) throws IOException {
            current.write(bytes, from, count);
        }

        @Override
        public synchronized void flush() throws IOException {
            current.flush();
        }
    }
}
