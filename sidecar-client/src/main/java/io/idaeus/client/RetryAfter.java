/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The {@code Retry-After} of responses, and requests that are sent again because of it. */
final class RetryAfter {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration UNSAID = Duration.ofSeconds(1);

    private RetryAfter() {}

    /** Empty without one in seconds. */
    static Optional<Duration> of(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /**
     * How long to wait before a request is sent again that was not carried out; empty where its caller decides.
     *
     * @param body of a refusal
     */
    static Optional<Duration> pause(HttpResponse<?> answer, byte[] body) {
        boolean tooMany = answer.statusCode() == 429
                && Wire.parse(body, Problem.class)
                        .map(problem -> problem.type().equals(ProblemType.TOO_MANY_REQUESTS.uri()))
                        .orElse(true);
        return tooMany
                ? Optional.of(of(answer).orElse(UNSAID)).filter(pause -> pause.compareTo(LONGEST) <= 0)
                : Optional.empty();
    }

    static void sleep(URI uri, Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException interrupt) {
            throw Wire.interrupted(uri, interrupt);
        }
    }
}
