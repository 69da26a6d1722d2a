/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of the command: {@code idaeus/config.yaml} below {@code $XDG_CONFIG_HOME}, else below
 * {@code ~/.config}.
 *
 * @param current name of the context that applies where none is named; null for none
 * @param contexts by name, in the order of the file
 */
public record ContextFile(Path path, @Nullable String current, Map<String, Context> contexts) {

    private static final Pattern CURRENT = Pattern.compile("(?m)^current:.*$");

    /** @param environment value of a variable, null where unset */
    public static Path path(Function<String, @Nullable String> environment) {
        String configured = environment.apply("XDG_CONFIG_HOME");
        // As the XDG specification says, a relative path is ignored.
        Path base = configured != null && configured.startsWith("/")
                ? Path.of(configured)
                : home(environment).resolve(".config");
        return base.resolve("idaeus").resolve("config.yaml");
    }

    /**
     * Empty contexts where there is no file.
     *
     * @throws ContextException naming everything that is wrong
     */
    public static ContextFile read(Function<String, @Nullable String> environment) {
        Path path = path(environment);
        return Files.exists(path) ? of(path, text(path), home(environment)) : new ContextFile(path, null, Map.of());
    }

    public Optional<Context> find(String name) {
        return Optional.ofNullable(contexts.get(name));
    }

    /** Makes a context the current one; whatever else the file holds stays as it is, comments too. */
    public void use(String name) {
        String line = "current: " + name;
        String text = text(path);
        String next = CURRENT.matcher(text).find()
                ? CURRENT.matcher(text).replaceFirst(line)
                : line + System.lineSeparator() + text;
        try {
            Path real = path.toRealPath();
            Path written = Files.writeString(real.resolveSibling(real.getFileName() + ".new"), next);
            Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(real));
            Files.move(written, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ContextException(path, List.of("cannot be written: " + e), e);
        }
    }

    private static ContextFile of(Path path, String text, Path home) {
        ContextReader reader = new ContextReader(path.toAbsolutePath(), home);
        JsonNode root = parse(path, text);
        Map<String, Context> contexts = reader.contexts(root);
        String current = reader.current(root, contexts.keySet());
        if (!reader.problems().isEmpty()) {
            throw new ContextException(path, reader.problems(), null);
        }
        return new ContextFile(path, current, contexts);
    }

    private static JsonNode parse(Path path, String text) {
        try {
            return YAMLMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build()
                    .readTree(text);
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            String where = at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
            throw new ContextException(path, List.of(where + e.getOriginalMessage()), e);
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (AccessDeniedException e) {
            throw new ContextException(path, List.of("this user cannot read it"), e);
        } catch (IOException e) {
            throw new ContextException(path, List.of("cannot be read: " + e), e);
        }
    }

    private static Path home(Function<String, @Nullable String> environment) {
        String home = environment.apply("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home", "") : home);
    }
}
