/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a YAML file, with environment variables over it and defaults under it. */
public record ConfigFile(SidecarConfig config, List<String> warnings) {
    private static final ObjectReader YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()
            .reader();

    /** @param file null for defaults */
    public static ConfigFile read(@Nullable Path file, Map<String, String> environment) throws ConfigException {
        String source = file == null ? "configuration" : file.toString();
        ConfigReader reading = new ConfigReader(environment);
        SidecarConfig config =
                SidecarConfig.read(new Section("", file == null ? MissingNode.getInstance() : parse(file), reading));
        List<String> problems = reading.problems();
        if (!problems.isEmpty()) {
            throw new ConfigException(source, problems, null);
        }
        return new ConfigFile(config, reading.strayVariables());
    }

    private static JsonNode parse(Path file) throws ConfigException {
        try {
            String text = Files.readString(file);
            return YAML.readTree(text);
        } catch (NoSuchFileException e) {
            throw refused(file, "no such file", e);
        } catch (AccessDeniedException e) {
            throw refused(file, "this user cannot read it", e);
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            String where = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
            throw refused(file, where + e.getOriginalMessage().replaceAll("\\s+", " "), e);
        } catch (IOException e) {
            throw refused(file, "cannot be read: " + e, e);
        }
    }

    private static ConfigException refused(Path file, String problem, IOException cause) {
        return new ConfigException(file.toString(), List.of(problem), cause);
    }
}
