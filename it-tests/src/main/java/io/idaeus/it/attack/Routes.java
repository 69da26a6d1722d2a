/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Every operation, by every role with its certificate and with its token, and by those without a role. */
final class Routes implements Attack {
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final List<String> VALUES = List.of(
            "x", "shop", "orders", "%2e%2e", "%00", "..%2fx", "a".repeat(300), "01a20b0f-a439-787c-ab72-19c4993ac64a");

    private static final List<String> BODIES = List.of("{}", "[]", "{\"unknown\": 1}", "", "null");

    // From docs/access.md.
    private static final Map<String, List<String>> PERMISSIONS = Map.of(
            "reader", List.of("metrics", "observe", "read"),
            "operator", List.of("metrics", "observe", "read", "lease", "step", "operate"),
            "admin", List.of("metrics", "observe", "read", "lease", "step", "operate", "administer"),
            "peer", List.of("observe", "lease", "step"),
            "metrics", List.of("metrics"));

    @Override
    public String name() {
        return "every route by every role";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        List<Operation> operations = Operation.all();
        List<Caller> callers = callers(scene);
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

    /** @param role null for none */
    private record Caller(
            String name,
            @Nullable String role,
            HttpClient http,
            @Nullable String token) {
        int refusal() {
            return token == null && name.equals("nobody") ? 401 : 403;
        }
    }

    private List<Caller> callers(AttackScene scene) {
        List<Caller> callers = new ArrayList<>();
        HttpClient without = scene.withoutCertificate();
        for (String role : AttackScene.ROLES) {
            callers.add(new Caller(
                    "certificate of " + role, role, scene.identity(role).http(), null));
            callers.add(
                    new Caller("token of " + role, role, without, scene.tokens().token(role)));
        }
        callers.add(new Caller(
                "stranger", null, scene.identity(AttackScene.STRANGER).http(), null));
        callers.add(
                new Caller("token of a stranger", null, without, scene.tokens().token("nobody-knows")));
        callers.add(new Caller("nobody", null, without, null));
        return callers;
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
        boolean may = caller.role() != null
                && PERMISSIONS.getOrDefault(caller.role(), List.of()).contains(permission);
        if (may == refused) {
            tally.breaks(
                    "%s may%s, but got %d: %s".formatted(what, may ? "" : " not", answer.statusCode(), answer.body()));
        } else if (!may && answer.statusCode() != caller.refusal()) {
            tally.breaks("%s got %d (expected: %d)".formatted(what, answer.statusCode(), caller.refusal()));
        }
    }
}
