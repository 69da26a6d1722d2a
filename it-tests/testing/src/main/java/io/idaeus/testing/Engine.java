/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;

/** Actions on started containers that Testcontainers leaves to Docker's own interface. */
final class Engine {
    private static final int STOP_SECONDS = 60;

    private Engine() {}

    static DockerClient client() {
        return DockerClientFactory.instance().client();
    }

    static void kill(GenericContainer<?> container) {
        client().killContainerCmd(container.getContainerId()).exec();
    }

    static long terminate(GenericContainer<?> container) {
        client().stopContainerCmd(container.getContainerId())
                .withTimeout(STOP_SECONDS)
                .exec();
        InspectContainerResponse ended = container.getCurrentContainerInfo();
        Long code = ended.getState().getExitCodeLong();
        if (code == null) {
            throw new IllegalStateException(container.getDockerImageName() + " did not stop: " + ended.getState());
        }
        return code;
    }

    /** Like {@code docker restart}. */
    static void restart(GenericContainer<?> container) {
        client().restartContainerCmd(container.getContainerId())
                .withTimeout(STOP_SECONDS)
                .exec();
    }

    static void startAgain(GenericContainer<?> container) {
        client().startContainerCmd(container.getContainerId()).exec();
    }

    static String run(GenericContainer<?> container, String... command) {
        try {
            ExecResult result = container.execInContainer(command);
            if (result.getExitCode() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " ended with " + result.getExitCode() + ": "
                        + result.getStdout() + result.getStderr());
            }
            return result.getStdout();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + String.join(" ", command) + " ran", e);
        }
    }

    /** Puts the reason of a failed start into the exception's own message, which is what reports show. */
    static void startWithReason(Runnable start) {
        try {
            start.run();
        } catch (ContainerLaunchException e) {
            Throwable reason = e;
            while (reason.getCause() != null) {
                reason = reason.getCause();
            }
            throw new ContainerLaunchException(reason.getMessage(), e);
        }
    }
}
