/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lines in a file, and in files before it: {@code audit.jsonl.1} is the youngest of those. A line that cannot be written
 * whole is taken back. One that another process moved away is made anew. Not thread-safe.
 */
final class AuditFile implements AutoCloseable {
    // Appenders of logging libraries keep to themselves what they could not write.

    private final Path file;
    private final long maxBytes;
    private final int maxFiles;
    private @Nullable FileChannel channel;
    private @Nullable Object key;
    private long size;

    /** @param maxFiles with the one that is written to */
    AuditFile(Path file, long maxBytes, int maxFiles) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.maxFiles = maxFiles;
    }

    Path path() {
        return file;
    }

    /** @throws IOException where lines cannot be written; then none of this line is in the file */
    void append(byte[] line) throws IOException {
        FileChannel to = open();
        if (size > 0 && size + line.length > maxBytes) {
            rotate();
            to = open();
        }
        ByteBuffer bytes = ByteBuffer.wrap(line);
        try {
            while (bytes.hasRemaining()) {
                int unused = to.write(bytes, size + bytes.position());
            }
        } catch (IOException e) {
            takeBack(to, e);
            throw e;
        }
        size += line.length;
    }

    /** Makes every line so far survive a crash of the machine. */
    void force() throws IOException {
        if (channel != null) {
            channel.force(true);
        }
    }

    /** @throws IOException where it cannot be opened */
    FileChannel open() throws IOException {
        FileChannel opened = channel;
        if (opened != null && isThere()) {
            return opened;
        }
        close();
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            FileModes.createDirectories(directory);
        }
        FileChannel fresh = FileModes.open(file, Set.of(CREATE, READ, WRITE));
        channel = fresh;
        key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        size = fresh.size();
        endLine(fresh);
        if (size == 0 && directory != null) {
            DurableFiles.forceDirectory(directory);
        }
        return fresh;
    }

    private boolean isThere() throws IOException {
        try {
            Object found = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return found == null || found.equals(key);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    // A crash can leave half a line.
    private void endLine(FileChannel opened) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        if (size > 0 && opened.read(last, size - 1) == 1 && last.get(0) != '\n') {
            int unused = opened.write(ByteBuffer.wrap(new byte[] {'\n'}), size);
            size++;
        }
    }

    private void takeBack(FileChannel from, IOException failure) {
        try {
            FileChannel unused = from.truncate(size);
        } catch (IOException e) {
            failure.addSuppressed(e);
            closeAfter(failure);
        }
    }

    private void rotate() throws IOException {
        force();
        close();
        for (int number = maxFiles - 1; number >= 1; number--) {
            Path from = number == 1 ? file : numbered(number - 1);
            if (Files.exists(from)) {
                DurableFiles.move(from, numbered(number));
            }
        }
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    private void closeAfter(IOException failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel closed = channel;
        channel = null;
        key = null;
        if (closed != null) {
            closed.close();
        }
    }
}
