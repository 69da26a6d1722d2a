/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Plans on the disk of a coordinator that is down, with other words for people in them. */
public final class RewordedPlans {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> FOR_PEOPLE = Set.of("detail", "remedy", "title", "why");

    private RewordedPlans() {}

    /** @return how many texts were reworded */
    public static int at(SidecarProcess coordinator) {
        try (Stream<Path> files = Files.list(coordinator.stateDirectory().resolve("cluster-plans"))) {
            int reworded = 0;
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                JsonNode plan = JSON.readTree(file.toFile());
                reworded += reword(plan);
                JSON.writeValue(file.toFile(), plan);
            }
            return reworded;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int reword(JsonNode node) {
        int reworded = 0;
        if (node instanceof ObjectNode fields) {
            for (String name : List.copyOf(FOR_PEOPLE)) {
                if (fields.path(name).isTextual()) {
                    fields.put(
                            name, "in other words, " + fields.get(name).asText().length());
                    reworded++;
                }
            }
        }
        for (JsonNode child : node) {
            reworded += reword(child);
        }
        return reworded;
    }
}
