/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The logs of a directory's unfinished operations (Cassandra's {@code LogFile}). An operation deletes its log last.
 *
 * @param texts by file name; two equal reads saw the same operations
 */
record TransactionLogs(Path directory, Map<String, String> texts) {
    private static final int LIMIT = 64 << 20;

    static final TransactionLogs NONE = new TransactionLogs(Path.of(""), Map.of());

    private static final Pattern FILE = Pattern.compile("((?:[a-z]+-)?.{2}_)?txn_.*_.*\\.log");

    // A missing directory has none.
    static TransactionLogs read(Path directory) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        DirectoryScans.at(directory);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, TransactionLogs::mayBeLog)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (FILE.matcher(name).matches()) {
                    readInto(texts, name, file);
                }
            }
        } catch (NoSuchFileException e) {
            return new TransactionLogs(directory, Map.of());
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return new TransactionLogs(directory, texts);
    }

    private static boolean mayBeLog(Path file) {
        return file.toString().endsWith(".log");
    }

    private static void readInto(Map<String, String> texts, String name, Path file) throws IOException {
        try (ComponentFile log = ComponentFile.open(file)) {
            texts.put(name, new String(log.readAll(LIMIT), StandardCharsets.ISO_8859_1));
        } catch (SstableException e) {
            if (e.code() != Code.MISSING_COMPONENT) { // Missing: the operation has just ended.
                throw new IOException(e.getMessage() + "; the live SSTables cannot be determined without it", e);
            }
        }
    }

    /** SSTables that are not live: added without a commit, or removed with one. */
    Set<Descriptor> unfinished() {
        Set<Descriptor> names = new HashSet<>();
        texts.values().forEach(text -> names.addAll(TransactionLog.parse(text).unfinishedIn(directory)));
        return names;
    }

    /** SSTables that a damaged log names. */
    Set<Descriptor> undecided() {
        Set<Descriptor> names = new HashSet<>();
        texts.values().forEach(text -> names.addAll(TransactionLog.parse(text).undecidedIn(directory)));
        return names;
    }
}
