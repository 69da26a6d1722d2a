/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Every operation, by every role with its certificate and with its token, and by those without a role. */
final class Routes implements Attack {
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final List<String> VALUES = List.of(
            "x", "shop", "orders", "%2e%2e", "%00", "..%2fx", "a".repeat(300), "01a20b0f-a439-787c-ab72-19c4993ac64a");

    private static final List<String> BODIES = List.of("{}", "[]", "{\"unknown\": 1}", "", "null");

    private static final Pattern ROLE = Pattern.compile("^\\| `(\\w+)` \\| (those, )?(`[^|]*`) \\|");

    @Override
    public String name() {
        return "every route by every role";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        List<Operation> operations = Operation.all();
        List<Caller> callers = callers(scene, permissions());
        boolean all = false;
        while (!all || !deadline.isOver()) {
            for (Operation operation : operations) {
                for (Caller caller : callers) {
                    one(scene, operation, caller, random, tally);
                    if (all && deadline.isOver()) {
                        return;
                    }
                }
            }
            all = true;
        }
    }

    private record Caller(
            String name,
            Set<String> permissions,
            HttpClient http,
            @Nullable String token) {
        int refusal() {
            return token == null && name.equals("nobody") ? 401 : 403;
        }
    }

    /** @param permissions of each role */
    private List<Caller> callers(AttackScene scene, Map<String, Set<String>> permissions) {
        List<Caller> callers = new ArrayList<>();
        HttpClient without = scene.withoutCertificate();
        for (String role : AttackScene.ROLES) {
            Set<String> granted = permissions.getOrDefault(role, Set.of());
            callers.add(new Caller(
                    "certificate of " + role, granted, scene.identity(role).http(), null));
            callers.add(new Caller(
                    "token of " + role, granted, without, scene.tokens().token(role)));
        }
        callers.add(new Caller(
                "stranger", Set.of(), scene.identity(AttackScene.STRANGER).http(), null));
        callers.add(new Caller(
                "token of a stranger", Set.of(), without, scene.tokens().token("nobody-knows")));
        callers.add(new Caller("nobody", Set.of(), without, null));
        return callers;
    }

    /** By role, as docs/access.md has them. */
    private static Map<String, Set<String>> permissions() throws IOException {
        Map<String, Set<String>> found = new HashMap<>();
        Set<String> those = Set.of();
        for (String line : Files.readAllLines(Workspace.module().resolveSibling("docs/access.md"))) {
            Matcher row = ROLE.matcher(line);
            if (row.find() && AttackScene.ROLES.contains(row.group(1))) {
                Set<String> all = new HashSet<>(row.group(2) == null ? Set.of() : those);
                all.addAll(List.of(row.group(3).replace("`", "").split(", ", -1)));
                found.put(row.group(1), all);
                those = all;
            }
        }
        if (!found.keySet().containsAll(AttackScene.ROLES)) {
            throw new IllegalStateException("docs/access.md has permissions of " + found.keySet() + " (expected: of "
                    + AttackScene.ROLES + ")");
        }
        return found;
    }

    private static void one(AttackScene scene, Operation operation, Caller caller, RandomGenerator random, Tally tally)
            throws InterruptedException {
        String path = operation.path();
        while (path.contains("{")) {
            path = path.replaceFirst("\\{[^}]*}", VALUES.get(random.nextInt(VALUES.size())));
        }
        String what = operation.method() + " " + path + " by " + caller.name();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        (random.nextBoolean() ? scene.destinationSidecar() : scene.sourceSidecar()).restUri() + path))
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                // The id of no event: the stream of all events, which has no end, does not begin.
                .header("Last-Event-ID", "x")
                .method(
                        operation.method(),
                        operation.hasBody()
                                ? BodyPublishers.ofString(BODIES.get(random.nextInt(BODIES.size())))
                                : BodyPublishers.noBody());
        if (caller.token() != null) {
            request.header("Authorization", "Bearer " + caller.token());
        }
        tally.sent();
        try {
            HttpResponse<String> answer = send(caller.http(), request.build());
            tally.answered(answer.statusCode(), what + ": " + answer.body());
            check(operation, caller, answer, what, tally);
        } catch (IOException e) {
            tally.heldUp(what + ": " + e);
        }
    }

    // A connection that rests makes room for another one, and may be closed just when its client uses it again.
    private static HttpResponse<String> send(HttpClient http, HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("received no bytes")) {
                throw e;
            }
            return http.send(request, BodyHandlers.ofString());
        }
    }

    private static void check(
            Operation operation, Caller caller, HttpResponse<String> answer, String what, Tally tally) {
        String permission = operation.permission();
        if (permission == null || answer.statusCode() == 429) {
            return;
        }
        boolean refused = answer.statusCode() == 401
                || (answer.statusCode() == 403 && answer.body().contains("with the permission"));
        boolean may = caller.permissions().contains(permission);
        if (may == refused) {
            tally.breaks(
                    "%s may%s, but got %d: %s".formatted(what, may ? "" : " not", answer.statusCode(), answer.body()));
        } else if (!may && answer.statusCode() != caller.refusal()) {
            tally.breaks("%s got %d (expected: %d)".formatted(what, answer.statusCode(), caller.refusal()));
        }
    }
}
