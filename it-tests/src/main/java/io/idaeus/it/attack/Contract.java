/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.process.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests that schemathesis makes from the OpenAPI document, as an admin. */
final class Contract implements Attack {
    private static final Pattern CASES = Pattern.compile("(\\d+) generated,");
    private static final Pattern FINDINGS_BEGIN = Pattern.compile(" *=+ (?:FAILURES|ERRORS) =+");
    private static final Pattern FINDINGS_END = Pattern.compile(" *=+ SUMMARY =+");
    private static final int MOST_FINDING_LINES = 60;

    // The installation, and what it still checks.
    private static final long GRACE_SECONDS = 180;

    @Override
    public String name() {
        return "requests by the document";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally)
            throws IOException, InterruptedException {
        String token = scene.tokens().token("admin", "idaeus", Duration.ofHours(2));
        Process process = new ProcessBuilder(List.of(
                        Workspace.module().resolve("schemathesis/run").toString(),
                        scene.destinationSidecar().restUri().toString(),
                        Integer.toString(random.nextInt(1 << 16)),
                        deadline.secondsLeft() + "s",
                        "--tls-verify",
                        scene.identity("admin").trust().toString(),
                        "-H",
                        "Authorization: Bearer " + token))
                .redirectErrorStream(true)
                .start();
        try {
            AtomicLong sent = new AtomicLong();
            List<String> findings = new CopyOnWriteArrayList<>();
            Thread printer = new Thread(() -> print(process, sent, findings), "schemathesis");
            printer.start();
            if (!process.waitFor(deadline.secondsLeft() + GRACE_SECONDS, TimeUnit.SECONDS)) {
                tally.heldUp("schemathesis does not end");
                return;
            }
            printer.join();
            tally.sent(sent.get());
            if (process.exitValue() != 0 || sent.get() == 0) {
                tally.breaks("schemathesis sent " + sent + " requests and ended with exit code " + process.exitValue()
                        + " (expected: 0), and found:\n" + String.join("\n", findings));
            }
        } finally {
            process.destroy();
        }
    }

    /** @param findings what it found, without blank lines: the report repeats it, at the end of a long output */
    private static void print(Process process, AtomicLong sent, List<String> findings) {
        boolean finding = false;
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                System.out.println("  " + line);
                Matcher cases = CASES.matcher(line);
                if (cases.find()) {
                    sent.addAndGet(Long.parseLong(cases.group(1)));
                }
                finding = (finding || FINDINGS_BEGIN.matcher(line).matches())
                        && !FINDINGS_END.matcher(line).matches();
                if (finding && !line.isBlank() && findings.size() < MOST_FINDING_LINES) {
                    findings.add("  " + line);
                }
            }
        } catch (IOException destroyed) {
            // It had not ended in time.
        }
    }
}
