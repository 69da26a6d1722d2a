/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {
    private static final int LINE = 100;

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("audit/audit.jsonl");
    }

    @Test
    void aFullFileIsRenamedAndTheOldestGoes() throws Exception {
        try (AuditFile file = new AuditFile(path, 3 * LINE, 3)) {
            for (int number = 0; number < 10; number++) {
                file.append(line(number));
            }
        }
        assertThat(names()).containsExactly("audit.jsonl", "audit.jsonl.1", "audit.jsonl.2");
        assertThat(numbers(path)).containsExactly(9);
        assertThat(numbers(sibling(1))).containsExactly(6, 7, 8);
        assertThat(numbers(sibling(2))).containsExactly(3, 4, 5);
    }

    @Test
    void aLineThatIsLongerThanAFileIsWrittenAllTheSame() throws Exception {
        try (AuditFile file = new AuditFile(path, LINE / 2, 2)) {
            file.append(line(1));
            file.append(line(2));
        }
        assertThat(numbers(path)).containsExactly(2);
        assertThat(numbers(sibling(1))).containsExactly(1);
    }

    @Test
    void anEarlierFileIsContinuedAfterHalfALine() throws Exception {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "{\"time\":\"2026");
        try (AuditFile file = new AuditFile(path, 1 << 20, 2)) {
            file.append(line(7));
        }
        assertThat(Files.readAllLines(path)).hasSize(2).element(1).isEqualTo(text(7));
    }

    @Test
    void aFileThatSomebodyMovesAwayIsMadeAnew() throws Exception {
        Path moved = directory.resolve("moved");
        try (AuditFile file = new AuditFile(path, 1 << 20, 2)) {
            file.append(line(1));
            Files.move(path, moved);
            file.append(line(2));
        }
        assertThat(numbers(moved)).containsExactly(1);
        assertThat(numbers(path)).containsExactly(2);
    }

    @Test
    void itsOwnerWritesAndItsGroupReads() throws Exception {
        try (AuditFile file = new AuditFile(path, 1 << 20, 2)) {
            file.append(line(1));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .startsWith("rw-")
                .endsWith("---");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())))
                .startsWith("rwx")
                .endsWith("---");
    }

    @Test
    void whatCannotBeOpenedFailsAndIsTriedAgain() throws Exception {
        Files.writeString(directory.resolve("audit"), "in the way");
        try (AuditFile file = new AuditFile(path, 1 << 20, 2)) {
            assertThatThrownBy(() -> file.append(line(1))).isInstanceOf(IOException.class);
            Files.delete(directory.resolve("audit"));
            file.append(line(2));
        }
        assertThat(numbers(path)).containsExactly(2);
    }

    private Path sibling(int number) {
        return path.resolveSibling("audit.jsonl." + number);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(path.getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<Integer> numbers(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> Integer.valueOf(line.strip()))
                .toList();
    }

    private static byte[] line(int number) {
        return (text(number) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(int number) {
        return " ".repeat(LINE - 1 - Integer.toString(number).length()) + number;
    }
}
