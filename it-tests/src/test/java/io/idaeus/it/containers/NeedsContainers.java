/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import com.github.dockerjava.api.exception.NotFoundException;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/**
 * Runs a class only if a Docker engine answers and has the project's images. Otherwise its tests are skipped with a
 * reason on the console, or fail if {@code CI} is {@code true}.
 */
final class NeedsContainers implements ExecutionCondition {
    private static final List<String> IMAGES = List.of(
            "idaeus-sidecar",
            "idaeus-cassandra:4.0",
            "idaeus-cassandra:4.1",
            "idaeus-cassandra:5.0",
            "idaeus-cassandra:6.0");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent()) {
            return ConditionEvaluationResult.enabled("its class runs");
        }
        String missing = missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("a Docker engine answers and has the images");
        }
        String message = context.getRequiredTestClass().getSimpleName() + " does not run: " + missing;
        if ("true".equals(System.getenv("CI"))) {
            throw new IllegalStateException(message);
        }
        System.err.println("idaeus: " + message);
        return ConditionEvaluationResult.disabled(message);
    }

    private static String missing() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return "no Docker engine answers (start one, or set DOCKER_HOST)";
        }
        return IMAGES.stream()
                .filter(image -> !isThere(image))
                .findFirst()
                .map(image -> "the image " + image + " is not there (make images)")
                .orElse("");
    }

    private static boolean isThere(String image) {
        try {
            DockerClientFactory.instance().client().inspectImageCmd(image).exec();
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }
}
