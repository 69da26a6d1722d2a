/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.selection.finding.Findings;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
    private static final Column KEY = new Column("id", "int", "partition_key", 0, "none");
    private static final Column DAY = new Column("day", "date", "clustering", 0, "asc");
    private static final Column NAME = new Column("name", "text", "regular", -1, "none");

    @Test
    void theSameSchemaHasNoFindings() {
        assertThat(compare(definition(KEY, DAY, NAME), definition(KEY, DAY, NAME)))
                .isEmpty();
    }

    @Test
    void aColumnThatIsMissingHereRefuses() {
        assertThat(compare(definition(KEY, NAME), definition(KEY)))
                .containsExactly("SCHEMA_MISMATCH column name text exists at the source and not here");
    }

    @Test
    void aColumnThatExistsOnlyHereIsANote() {
        assertThat(compare(definition(KEY), definition(KEY, NAME)))
                .containsExactly("SCHEMA_DIFFERS column name exists here and not at the source");
    }

    @Test
    void aKeyColumnThatExistsOnlyHereRefuses() {
        assertThat(compare(definition(KEY, NAME), definition(KEY, DAY, NAME)))
                .singleElement()
                .asString()
                .startsWith("SCHEMA_MISMATCH column day is date clustering 0 here");
    }

    @Test
    void anotherTypeOfThePartitionKeyRefuses() {
        Column bigint = new Column("id", "bigint", "partition_key", 0, "none");
        assertThat(compare(definition(KEY), definition(bigint)))
                .containsExactly("SCHEMA_MISMATCH column id is int partition_key 0 at the source and bigint"
                        + " partition_key 0 here");
    }

    @Test
    void anotherOrderOfAClusteringColumnRefuses() {
        Column descending = new Column("day", "date", "clustering", 0, "desc");
        assertThat(compare(definition(KEY, DAY), definition(KEY, descending)))
                .containsExactly(
                        "SCHEMA_MISMATCH column day is date clustering 0 at the source and date clustering 0 desc"
                                + " here");
    }

    @Test
    void aStaticColumnIsNotARegularOne() {
        Column fixed = new Column("name", "text", "static", -1, "none");
        assertThat(compare(definition(KEY, DAY, NAME), definition(KEY, DAY, fixed)))
                .hasSize(1);
    }

    @Test
    void aColumnThatWasDroppedHereIsANote() {
        TableDefinition here =
                new TableDefinition(List.of(KEY), List.of(dropped("name")), List.of(), List.of(), 1, List.of());
        assertThat(compare(definition(KEY, NAME), here))
                .singleElement()
                .asString()
                .startsWith("SCHEMA_DIFFERS");
    }

    @Test
    void aColumnThatWasDroppedThereAndLivesHereRefusesSinceItsOldValuesWouldComeBack() {
        TableDefinition there =
                new TableDefinition(List.of(KEY), List.of(dropped("name")), List.of(), List.of(), 1, List.of());
        assertThat(compare(there, definition(KEY, NAME)))
                .anySatisfy(finding -> assertThat(finding).contains("its old values would come back"));
    }

    @Test
    void aUserTypeMayHaveMoreFieldsHereButNotOthers() {
        UserType one = new UserType("address", List.of("street"), List.of("text"));
        UserType two = new UserType("address", List.of("street", "zip"), List.of("text", "int"));
        UserType other = new UserType("address", List.of("street"), List.of("blob"));

        assertThat(compare(withType(one), withType(two))).isEmpty();
        assertThat(compare(withType(two), withType(one)))
                .containsExactly("SCHEMA_MISMATCH type address has fields (street text, zip int) at the source and"
                        + " (street text) here");
        assertThat(compare(withType(one), withType(other))).hasSize(1);
    }

    @Test
    void aCounterTableIsNoOther() {
        TableDefinition counter =
                new TableDefinition(List.of(KEY), List.of(), List.of(), List.of(), 1, List.of("COUNTER"));
        assertThat(compare(counter, definition(KEY))).hasSize(1);
    }

    @Test
    void aTableWithCompactStorageWouldHideRowsOfOneWithout() {
        TableDefinition compact =
                new TableDefinition(List.of(KEY), List.of(), List.of(), List.of(), 1, List.of(), true);
        TableDefinition plain = new TableDefinition(List.of(KEY), List.of(), List.of(), List.of(), 1, List.of(), false);
        assertThat(compare(plain, compact))
                .singleElement()
                .asString()
                .startsWith("SCHEMA_MISMATCH the table has COMPACT STORAGE here and not at the source");
        assertThat(compare(compact, plain)).isEmpty();
        assertThat(compare(compact, compact)).isEmpty();
        // A source of an earlier build does not tell.
        assertThat(compare(definition(KEY), compact)).isEmpty();
    }

    private static List<String> compare(TableDefinition theirs, TableDefinition ours) {
        Findings findings = new Findings(Set.of());
        new SchemaCheck("shop.users", theirs, ours, findings).run();
        return findings.all().stream().map(SchemaCheckTest::text).toList();
    }

    private static String text(Finding finding) {
        return finding.code() + " " + finding.detail();
    }

    private static DroppedColumn dropped(String name) {
        return new DroppedColumn(name, "text", "regular", Instant.EPOCH);
    }

    private static TableDefinition withType(UserType type) {
        return new TableDefinition(List.of(KEY), List.of(), List.of(type), List.of(), 1, List.of());
    }

    private static TableDefinition definition(Column... columns) {
        return new TableDefinition(List.of(columns), List.of(), List.of(), List.of(), 1, List.of());
    }
}
