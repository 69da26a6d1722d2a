/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.operations.TableCleanup;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanupMarksTest {
    private static final CleanupDue WHY = new CleanupDue(Instant.EPOCH, "t", "why");

    @TempDir
    private Path directory;

    @Test
    void everyMarkedTableIsListedTheLongestNamesFromTheSchema() {
        TableRef longest = new TableRef("k".repeat(222), "a".repeat(222));
        TableRef other = new TableRef("k".repeat(222), "b".repeat(222));
        CleanupMarks marks = CleanupMarks.open(directory);
        marks.mark(new TableRef("shop", "users"), WHY);
        assertThat(marks.all(() -> {
                    throw new AssertionError("the schema is not needed");
                }))
                .containsExactly(new TableCleanup("shop", "users", WHY));

        marks.mark(longest, WHY);
        marks.mark(new TableRef("shop", "orders"), WHY);
        assertThat(marks.all(() -> List.of(other, longest, new TableRef("shop", "users"))))
                .containsExactly(
                        new TableCleanup(longest.keyspace(), longest.table(), WHY),
                        new TableCleanup("shop", "orders", WHY),
                        new TableCleanup("shop", "users", WHY));
    }

    @Test
    void tablesWithTheLongestNamesAreMarkedAndAcknowledged() {
        TableRef first = new TableRef("k".repeat(222), "a".repeat(222));
        TableRef second = new TableRef("k".repeat(222), "b".repeat(222));
        CleanupMarks.open(directory).mark(first, WHY);

        CleanupMarks marks = CleanupMarks.open(directory);
        assertThat(marks.of(first.keyspace(), first.table())).contains(WHY);
        assertThat(marks.of(second.keyspace(), second.table())).isEmpty();
        assertThat(marks.acknowledge(second.keyspace(), second.table())).isFalse();
        assertThat(marks.acknowledge(first.keyspace(), first.table())).isTrue();
        assertThat(marks.of(first.keyspace(), first.table())).isEmpty();
    }
}
