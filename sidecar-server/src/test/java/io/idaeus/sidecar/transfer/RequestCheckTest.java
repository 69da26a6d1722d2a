/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferRequest.PartialOverlapPolicy;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCheckTest {
    private List<SourceRef> sources = List.of(SourceRef.at("http://127.0.0.1:9043"));
    private List<TableRef> tables = List.of(new TableRef("shop", "users"));
    private List<String> ranges;
    private String snapshot;
    private PartialOverlapPolicy partial;
    private List<String> accept;
    private ImportOptions options;
    private Integer connections;

    @Test
    void aPlainRequestIsFine() {
        ranges = List.of("-5:7", "7:-5");
        snapshot = "before-upgrade_1.2";
        connections = 4;
        accept = List.of("CDC_TABLE");

        assertThatCode(() -> RequestCheck.check(request())).doesNotThrowAnyException();
    }

    @Test
    void sourcesAndTablesAreNeeded() {
        sources = List.of();
        refused(ProblemType.INVALID_REQUEST, "sources: 0 entries (expected: 1 to 64)");
        sources = List.of(SourceRef.at("http://127.0.0.1:9043"));
        tables = List.of();
        refused(ProblemType.INVALID_REQUEST, "tables: 0 entries (expected: 1 to 1000)");
    }

    @Test
    void aTableIsNamedOnce() {
        tables = List.of(new TableRef("shop", "users"), new TableRef("shop", "users"));
        refused(ProblemType.INVALID_REQUEST, "tables: shop.users is named twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "127.0.0.1:9043", "ftp://x", "file:///etc/passwd", "http://", "http://u:p@h", "http://a b"})
    void aSourceIsTheAddressOfASidecar(String uri) {
        sources = List.of(SourceRef.at(uri));
        refused(ProblemType.INVALID_REQUEST, "sources.uri: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://node_1:9043", "http://node.1:9043", "http://12345:9043"})
    void aNameThatNoUriMayHaveIsRefusedWithTheReason(String uri) {
        sources = List.of(SourceRef.at(uri));
        refused(ProblemType.INVALID_REQUEST, "where the name of the host has other characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10-0-0-4:9043",
                "http://1node:9043",
                "http://1a:9043",
                "http://3.node.example:9043",
                "http://node-1.rack-2.example:9043"
            })
    void aNameMayBeginWithADigit(String uri) {
        sources = List.of(SourceRef.at(uri));
        assertThatCode(() -> RequestCheck.check(request())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "a:b", "1:2:3", "1-2", "9223372036854775808:0"})
    void aRangeIsTwoTokens(String range) {
        ranges = List.of(range);
        refused(ProblemType.INVALID_RANGE, "ranges: ");
    }

    @Test
    void noRangesAtAllAreNoRequest() {
        ranges = List.of();
        refused(ProblemType.INVALID_REQUEST, "ranges: 0 entries");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65})
    void connectionsAreBounded(int count) {
        connections = count;
        refused(ProblemType.INVALID_REQUEST, "connectionsPerSource: " + count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "..", "a/b", "a\u0000b", "a\nb"})
    void aTagIsTheNameOfADirectory(String tag) {
        snapshot = tag;
        refused(ProblemType.INVALID_TAG, "snapshot: ");
    }

    @Test
    void anExistingSnapshotMayHaveATagThatTheSidecarWouldNotChoose() {
        for (String tag : List.of("odd+tag", "a..b", "with space", "x".repeat(150))) {
            snapshot = tag;
            assertThatCode(() -> RequestCheck.check(request())).as(tag).doesNotThrowAnyException();
        }
    }

    @Test
    void onlyFindingsThatCanBeAcceptedAreAccepted() {
        accept = List.of("SCHEMA_MISMATCH");
        refused(ProblemType.INVALID_REQUEST, "accept: \"SCHEMA_MISMATCH\"");
    }

    @Test
    void theTokenCheckIsSkippedOnlyForPartialSstables() {
        options = new ImportOptions(null, null, null, null, true, null, null, null, null, null);
        refused(ProblemType.UNPROCESSABLE, "importOptions.noTokens");
        partial = PartialOverlapPolicy.INCLUDE;
        assertThatCode(() -> RequestCheck.check(request())).doesNotThrowAnyException();
    }

    @Test
    void stagedFilesAreMovedNotCopied() {
        options = new ImportOptions(true, null, null, null, null, null, null, null, null, null);
        refused(ProblemType.UNPROCESSABLE, "importOptions.copyData");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\n", "ä"})
    void anIdempotencyKeyIsPrintable(String key) {
        assertThatThrownBy(() -> RequestCheck.check(request(), key)).isInstanceOf(ProblemException.class);
    }

    private void refused(ProblemType type, String message) {
        assertThatThrownBy(() -> RequestCheck.check(request()))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(type))
                .hasMessageContaining(message);
    }

    private TransferRequest request() {
        return TransferRequest.builder(sources, tables)
                .ranges(ranges)
                .snapshot(snapshot)
                .onPartialOverlap(partial)
                .accept(accept)
                .importOptions(options)
                .connectionsPerSource(connections)
                .build();
    }
}
