/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.compare.ComparedColumns.Defined;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedColumnsTest {
    private static final Column ID = new Column("id", "int", "partition_key", 0, "none");
    private static final UserType ADDRESS = new UserType("address", List.of("street"), List.of("text"));
    private static final UserType OTHER_ADDRESS = new UserType("address", List.of("street"), List.of("blob"));
    private static final UserType PERSON = new UserType("person", List.of("home"), List.of("frozen<address>"));

    private static Column column(String name, String type) {
        return new Column(name, type, "regular", -1, "none");
    }

    private static Defined defined(String version, List<UserType> types, Column... columns) {
        List<Column> all = new ArrayList<>(List.of(ID));
        all.addAll(List.of(columns));
        return new Defined(
                new TableDefinition(all, List.of(), types, List.of(), 864_000, List.of()),
                ReleaseVersion.parse(version));
    }

    private static Defined defined(String version, Column... columns) {
        return defined(version, List.of(), columns);
    }

    @Test
    void timesCountWhereBothVersionsTellThem() {
        Column[] columns = {
            column("v", "text"),
            column("l", "list<int>"),
            column("f", "frozen<list<int>>"),
            column("a", "address"),
            column("b", "frozen<address>"),
            column("n", "counter")
        };
        Defined old = defined("4.1.10", List.of(ADDRESS), columns);
        Defined young = defined("5.0.9", List.of(ADDRESS), columns);

        assertThat(ComparedColumns.of(young, young).columns())
                .filteredOn(RowColumn::times)
                .extracting(RowColumn::name)
                .containsExactly("v", "l", "f", "a", "b");
        assertThat(ComparedColumns.of(old, young)).isEqualTo(ComparedColumns.of(young, old));
        assertThat(ComparedColumns.of(old, young).columns())
                .hasSize(6)
                .filteredOn(RowColumn::times)
                .extracting(RowColumn::name)
                .containsExactly("v", "f", "b");
    }

    @Test
    void aTypeWithItsNameInQuotesHasManyCells() {
        UserType quoted = new UserType("Place", List.of("street"), List.of("text"));
        Defined old = defined("4.1.10", List.of(quoted), column("p", "\"Place\""));

        assertThat(ComparedColumns.of(old, old).columns()).containsExactly(new RowColumn("p", false));
    }

    @Test
    void columnsThatAreNotTheSameAreNamedAndLeftOut() {
        ComparedColumns compared = ComparedColumns.of(
                defined("5.0.9", column("same", "text"), column("ours", "text"), column("typed", "int")),
                defined("5.0.9", column("same", "text"), column("typed", "text"), column("theirs", "text")));

        assertThat(compared.notComparable()).isNull();
        assertThat(compared.columns()).containsExactly(new RowColumn("same", true));
        assertThat(compared.differences())
                .containsExactly(
                        "column ours is only here",
                        "column typed is regular int here, and regular text there",
                        "column theirs is only there");
    }

    @Test
    void typesWithOtherFieldsAreOthersAlsoWithinOthers() {
        Column[] columns = {column("p", "frozen<person>"), column("v", "text")};

        ComparedColumns compared = ComparedColumns.of(
                defined("5.0.9", List.of(ADDRESS, PERSON), columns),
                defined("5.0.9", List.of(OTHER_ADDRESS, PERSON), columns));

        assertThat(compared.columns()).extracting(RowColumn::name).containsExactly("v");
        assertThat(compared.differences()).containsExactly("column p: its type frozen<person> has other fields there");
    }

    @Test
    void tablesWithOtherKeysAreNotComparable() {
        Defined clustered = defined("5.0.9", new Column("c", "int", "clustering", 0, "asc"));
        Defined descending = defined("5.0.9", new Column("c", "int", "clustering", 0, "desc"));
        Defined text = defined("5.0.9", new Column("c", "text", "clustering", 0, "asc"));

        assertThat(ComparedColumns.of(clustered, descending).notComparable()).isNull();
        assertThat(ComparedColumns.of(clustered, defined("5.0.9")).notComparable())
                .isEqualTo("its primary key is id int (partition_key), c int (clustering) here, and id int"
                        + " (partition_key) there (expected: the same columns)");
        assertThat(ComparedColumns.of(clustered, text).notComparable()).contains("c text (clustering) there");
    }

    @Test
    void aKeyOfATypeWithOtherFieldsIsAnotherKey() {
        Column key = new Column("a", "frozen<address>", "clustering", 0, "asc");

        assertThat(ComparedColumns.of(
                                defined("5.0.9", List.of(ADDRESS), key), defined("5.0.9", List.of(OTHER_ADDRESS), key))
                        .notComparable())
                .isEqualTo("type address of its primary key has other fields there");
    }
}
