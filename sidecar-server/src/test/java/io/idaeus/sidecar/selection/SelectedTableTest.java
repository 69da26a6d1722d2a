/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.api.sstable.TableDefinition.Index;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.SnapshotAge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectedTableTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final Column KEY = new Column("id", "int", "partition_key", 0, "none");
    private static final Column NAME = new Column("name", "text", "regular", -1, "none");

    private static final Instant TAKEN = Instant.parse("2026-01-01T00:00:00Z");

    private final SelectedTable then = new SelectedTable(
            USERS,
            ID,
            new TableDefinition(
                    List.of(KEY, NAME),
                    List.of(new DroppedColumn("old", "text", "regular", Instant.EPOCH)),
                    List.of(new UserType("address", List.of("street"), List.of("text"))),
                    List.of(),
                    864_000,
                    List.of()),
            new SnapshotAge("host-a", TAKEN, 864_000),
            false);

    private String id = ID;
    private List<Column> columns = List.of(KEY, NAME);
    private List<UserType> types = then.definition().userTypes();
    private List<Index> indexes = new ArrayList<>();
    private List<String> flags = List.of();
    private List<DroppedColumn> dropped = then.definition().droppedColumns();
    private int grace = 864_000;

    @Test
    void aSnapshotIsTooOldOnceGcGraceIsOver() {
        Duration grace = Duration.ofDays(10);

        assertThat(then.outdated(864_000, TAKEN.plus(grace).minusSeconds(1))).isEmpty();
        assertThat(then.outdated(864_000, TAKEN.plus(grace))).hasValueSatisfying(finding -> {
            assertThat(finding.code()).isEqualTo("SNAPSHOT_TOO_OLD");
            assertThat(finding.subject()).isEqualTo("shop.users");
            assertThat(finding.detail())
                    .contains("host-a", TAKEN.toString(), "864000 s before this check", "gc_grace_seconds");
            assertThat(finding.remedy()).contains("start a new transfer");
        });
    }

    @Test
    void aGraceThatWasLoweredSinceThePlanCounts() {
        assertThat(then.outdated(60, TAKEN.plusSeconds(60))).isPresent();
        assertThat(then.outdated(Integer.MAX_VALUE, TAKEN.plus(Duration.ofDays(11))))
                .as("a grace that was raised since does not bring back what was purged")
                .isPresent();
        assertThat(then.outdated(0, TAKEN)).isPresent();
    }

    @Test
    void aSnapshotOfUnknownAgeIsNotRefused() {
        SelectedTable unknown = new SelectedTable(USERS, ID, then.definition(), null, false);

        assertThat(unknown.outdated(0, TAKEN.plus(Duration.ofDays(11)))).isEmpty();
    }

    @Test
    void theSameTableIsUnchangedWhateverItsGrace() {
        grace = 60;

        assertThat(change(true)).isNull();
    }

    @Test
    void aTableThatWasCreatedAgainIsAnother() {
        id = "f".repeat(32);

        assertThat(change(false)).contains("dropped and created again", ID, id);
    }

    @Test
    void anotherTypeOrALostColumnIsAChange() {
        columns = List.of(KEY, new Column("name", "blob", "regular", -1, "none"));
        assertThat(change(false)).contains("column name was text regular and is blob regular");
        columns = List.of(KEY);
        assertThat(change(false)).contains("column name no longer exists");
    }

    @Test
    void aNewColumnIsNoneUnlessItWasDroppedBefore() {
        columns = List.of(KEY, NAME, new Column("email", "text", "regular", -1, "none"));
        assertThat(change(false)).isNull();
        columns = List.of(KEY, NAME, new Column("old", "text", "regular", -1, "none"));
        assertThat(change(false)).contains("column old was dropped before and exists again");
    }

    @Test
    void aColumnThatWasDroppedAndAddedAgainIsAChange() {
        dropped = List.of(dropped.get(0), new DroppedColumn("name", "text", "regular", TAKEN));

        assertThat(change(false)).contains("column name was dropped and added again");
    }

    @Test
    void withoutAnyGraceThePlanHasJudgedTheAge() {
        SelectedTable none =
                new SelectedTable(USERS, ID, then.definition(), new SnapshotAge("host-a", TAKEN, 0), false);

        assertThat(none.outdated(0, TAKEN.plusSeconds(9))).isEmpty();
    }

    @Test
    void aTypeMayGrowAndNotChange() {
        types = List.of(new UserType("address", List.of("street", "city"), List.of("text", "text")));
        assertThat(change(false)).isNull();
        types = List.of(new UserType("address", List.of("street"), List.of("int")));
        assertThat(change(false)).contains("type address has different fields");
    }

    @Test
    void aFlagThatCameIsAChange() {
        flags = List.of("CDC");

        assertThat(change(false)).contains("it became CDC");
    }

    @Test
    void otherIndexesMatterToIndexComponentsOnly() {
        indexes.add(new Index("ix", "CUSTOM", Map.of("target", "name")));

        assertThat(change(false)).isNull();
        assertThat(change(true)).contains("its indexes changed");
    }

    private String change(boolean indexed) {
        TableDefinition definition = new TableDefinition(columns, dropped, types, indexes, grace, flags);
        SerializationHeader header = new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of());
        Destination.Table now =
                new Destination.Table(USERS, false, id, definition, TokenRanges.fullRing(), header, Map.of(), false);
        return then.change(now, indexed).map(SelectedTableTest::text).orElse(null);
    }

    private static String text(Finding finding) {
        assertThat(finding.code()).isEqualTo("TABLE_CHANGED");
        assertThat(finding.subject()).isEqualTo("shop.users");
        return finding.detail();
    }
}
