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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a YAML file, with environment variables over it and defaults under it.
 *
 * @param source the file, or what stands for it
 */
public record ConfigFile(String source, SidecarConfig config, List<String> warnings) {
    private static final ObjectReader YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()
            .reader();

    private static final Pattern QUOTED_LINE = Pattern.compile(":\\R {4}.*\\R *\\^");

    /** @param file null for defaults */
    public static ConfigFile read(@Nullable Path file, Map<String, String> environment) throws ConfigException {
        String source = file == null ? "environment and defaults" : file.toString();
        ConfigReader reading = new ConfigReader(environment);
        SidecarConfig config =
                SidecarConfig.read(new Section("", file == null ? MissingNode.getInstance() : parse(file), reading));
        List<String> problems = reading.problems();
        if (!problems.isEmpty()) {
            throw new ConfigException(source, problems, null);
        }
        return new ConfigFile(source, config, reading.warnings());
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
            throw refused(file, where + withoutText(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw refused(file, "cannot be read: " + e, e);
        }
    }

    /** The parser quotes the line and names the alias: each can be a password. */
    private static String withoutText(String message) {
        return QUOTED_LINE
                .matcher(message)
                .replaceAll("")
                .replaceAll("(undefined alias) .*", "$1 (a text that begins with * needs quotes)")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static ConfigException refused(Path file, String problem, IOException cause) {
        return new ConfigException(file.toString(), List.of(problem), cause);
    }
}
