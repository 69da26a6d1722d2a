/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests that schemathesis makes from the OpenAPI document, as an admin. */
final class Contract implements Attack {
    private static final Pattern CASES = Pattern.compile("(\\d+) generated,");

    // The installation, and what it still checks.
    private static final long GRACE_SECONDS = 180;

    @Override
    public String name() {
        return "requests by the document";
    }

    @Override
    public void run(Scene scene, RandomGenerator random, Deadline deadline, Tally tally)
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
            Thread printer = new Thread(() -> print(process, sent), "schemathesis");
            printer.start();
            if (!process.waitFor(deadline.secondsLeft() + GRACE_SECONDS, TimeUnit.SECONDS)) {
                tally.heldUp("schemathesis does not end");
                return;
            }
            printer.join();
            tally.sent(sent.get());
            if (process.exitValue() != 0 || sent.get() == 0) {
                tally.breaks("schemathesis sent " + sent + " requests and ended with exit code " + process.exitValue()
                        + "; see above");
            }
        } finally {
            process.destroy();
        }
    }

    private static void print(Process process, AtomicLong sent) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                System.out.println("  " + line);
                Matcher cases = CASES.matcher(line);
                if (cases.find()) {
                    sent.addAndGet(Long.parseLong(cases.group(1)));
                }
            }
        } catch (IOException destroyed) {
            // It had not ended in time.
        }
    }
}
