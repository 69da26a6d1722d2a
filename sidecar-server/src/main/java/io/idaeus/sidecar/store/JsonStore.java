/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.filemode.FileModes;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of JSON records. When {@link #put} or {@link #delete} returns, the change is durable; a crash before
 * leaves the old record whole.
 *
 * <p>One process owns the directory. Thread-safe; calls for one name run one after another. An {@link
 * UncheckedIOException} names the file.
 */
public final class JsonStore<T> {
    private static final Logger LOG = LoggerFactory.getLogger(JsonStore.class);
    private static final String SUFFIX = ".json";
    private static final String TEMP_SUFFIX = ".json.tmp";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}");
    private static final int STRIPES = 64;
    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final String things;
    private final ObjectReader reader;
    private final ObjectWriter writer;
    private final Object[] locks = Stream.generate(Object::new).limit(STRIPES).toArray();

    private JsonStore(Path directory, Class<T> type, ObjectReader reader) {
        this.directory = directory;
        this.things = directory.getFileName().toString();
        this.reader = reader;
        this.writer = StateJson.writer(type).without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** Creates the directory if absent. */
    public static <T> JsonStore<T> open(Path directory, Class<T> type) {
        return open(directory, type, StateJson.reader(type));
    }

    /** Creates the directory if absent. */
    public static <T> JsonStore<T> open(Path directory, Class<T> type, RetiredValue<?> retired) {
        return open(directory, type, StateJson.reader(type).withHandler(retired));
    }

    private static <T> JsonStore<T> open(Path directory, Class<T> type, ObjectReader reader) {
        try {
            createDurably(directory.toAbsolutePath());
            JsonStore<T> store = new JsonStore<>(directory, type, reader);
            store.removeLeftovers();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot open the state directory " + directory, e);
        }
    }

    /** At most 200 letters, digits, {@code _ - .}, without a leading dot. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public void put(String name, T value) {
        Path file = file(name);
        Path temp = directory.resolve(name + TEMP_SUFFIX);
        synchronized (lock(name)) {
            try {
                write(temp, value);
                CrashPoint.FORCED.of(things);
                DurableFiles.rename(temp, file, things);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot write the record " + file, e);
            }
        }
    }

    /** Moves a record to another store of the same file system. After a crash, one of the two has it. */
    public void move(String name, JsonStore<T> to) {
        Path file = file(name);
        synchronized (lock(name)) {
            try {
                DurableFiles.move(file, to.file(name));
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot move the record " + file, e);
            }
        }
    }

    /** False if there was none. */
    public boolean delete(String name) {
        Path file = file(name);
        synchronized (lock(name)) {
            try {
                boolean existed = Files.deleteIfExists(file);
                if (existed) {
                    DurableFiles.forceDirectory(directory);
                }
                return existed;
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot delete the record " + file, e);
            }
        }
    }

    /**
     * Empty if absent or unparsable. A file without a JSON object is moved aside. Another object stays, since a later
     * version may have written it.
     */
    public Optional<T> get(String name) {
        Path file = file(name);
        synchronized (lock(name)) {
            try {
                return read(file);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read the record " + file, e);
            }
        }
    }

    public boolean has(String name) {
        return Files.exists(file(name));
    }

    public List<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .filter(JsonStore::isName)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the state directory " + directory, e);
        }
    }

    /** By name, sorted. Unreadable files are left out with a warning. */
    public Map<String, T> loadAll() {
        return loadAll(name -> {});
    }

    // Gives the names of left-out files that stay.
    public Map<String, T> loadAll(Consumer<String> unreadable) {
        Map<String, T> all = new LinkedHashMap<>();
        for (String name : names()) {
            Optional<T> value = getOrWarn(name);
            if (value.isPresent()) {
                all.put(name, value.get());
            } else if (Files.exists(file(name))) {
                unreadable.accept(name);
            }
        }
        return Collections.unmodifiableMap(all);
    }

    private Optional<T> getOrWarn(String name) {
        try {
            return get(name);
        } catch (UncheckedIOException e) {
            LOG.warn("{}: cannot be read, left out; check the disk and the file's permissions", file(name), e);
            return Optional.empty();
        }
    }

    private Optional<T> read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Optional<T> value = Optional.ofNullable(reader.readValue(in));
            return value.isPresent() ? value : setAside(file, null);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException e) {
            return isObject(file) ? leave(file, e) : setAside(file, e);
        }
    }

    // As a stream: it can be larger than the heap.
    private boolean isObject(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser = reader.createParser(in)) {
            boolean object = parser.nextToken() == JsonToken.START_OBJECT;
            parser.skipChildren();
            return object && parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    private static <T> Optional<T> leave(Path file, JacksonException why) {
        LOG.warn(
                "{}: not a record of this version, left in place; a later version may have written it ({})",
                file,
                why.getOriginalMessage());
        return Optional.empty();
    }

    private void write(Path temp, T value) throws IOException {
        try (FileChannel channel = FileModes.open(temp, Set.of(CREATE, TRUNCATE_EXISTING, WRITE));
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER)) {
            writer.writeValue(out, value);
            out.flush();
            channel.force(true);
        } catch (IOException e) {
            deleteAfter(e, temp);
            throw e;
        }
    }

    private static void deleteAfter(IOException failure, Path temp) {
        try {
            Files.deleteIfExists(temp);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private Optional<T> setAside(Path file, @Nullable Exception why) throws IOException {
        Path aside = unused(file);
        DurableFiles.rename(file, aside);
        LOG.warn("{}: not a whole record, moved to {}; inspect it, then delete it", file, aside, why);
        return Optional.empty();
    }

    private static Path unused(Path file) {
        for (int n = 1; ; n++) {
            Path aside = file.resolveSibling(file.getFileName() + ".corrupt-" + n);
            if (Files.notExists(aside, LinkOption.NOFOLLOW_LINKS)) {
                return aside;
            }
        }
    }

    private void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> temps = Files.newDirectoryStream(directory, "*" + TEMP_SUFFIX)) {
            for (Path temp : temps) {
                Files.delete(temp);
                LOG.info("{}: removed, left by an interrupted write", temp);
            }
        }
    }

    // Makes each new directory durable in its parent.
    private static void createDurably(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null) {
            createDurably(parent);
        }
        FileModes.createDirectories(directory);
        if (parent != null) {
            DurableFiles.forceDirectory(parent);
        }
    }

    private Path file(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "name: " + name + " (expected: 1 to 200 letters, digits, _ - . and no dot in front)");
        }
        return directory.resolve(name + SUFFIX);
    }

    private Object lock(String name) {
        return locks[Math.floorMod(name.hashCode(), STRIPES)];
    }
}
