/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimApproval;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.kind.TransferTerms;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.StateJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovedPlanTest {
    private static final String HERE = RingFixture.NEW;
    private static final List<SourceRef> SOURCES = List.of(new SourceRef("http://10.0.1.1:9043", "h1", "test", null));
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REPLACE)
                    .dead("10.0.1.2")
                    .destinations(List.of(HERE))
                    .way(PlanWay.SURVEY)
                    .writes(Map.of("*", "QUORUM", "shop", "QUORUM", "bank", "ONE"))
                    .maxRate(1_000_000L)
                    .accept(List.of("GC_GRACE_TOO_SHORT"))
                    .build(),
            RingFixture.nodes(4).keyspace("shop", 3).down("10.0.1.2").facts(HERE));
    private static final List<String> OWNED = DRAFT.owned().get(HERE).get("shop");

    private final ApprovedPlan approved = ApprovedPlan.read(parts(DRAFT, 3), DRAFT.digest(), HERE);

    @Test
    void whatThePlanSaysIsApproved() {
        assertThatNoException().isThrownBy(() -> {
            check(transfer("shop", OWNED, Phase.NOT_JOINED, 500_000L));
            check(transfer("shop", OWNED.subList(0, 1), Phase.SURVEY, 1_000_000L));
            approved.checkDeclaration(declaration("shop", OWNED, 2));
            approved.requireOneOf(StepAction.JOIN);
            PlanDestination here = DRAFT.destinations().get(0);
            here.starts().forEach(start -> approved.checkRestart(start.jvmOptions()));
            approved.checkRate(1L);
        });
        assertThat(approved.destinations()).containsExactly(HERE);
    }

    @Test
    void whatThePlanDoesNotSayIsRefused() {
        refused("does not fill", () -> check(transfer("bank", OWNED, Phase.NOT_JOINED, 1L)));
        refused("ranges", () -> check(transfer("shop", List.of("0:1"), Phase.NOT_JOINED, 1L)));
        refused("ranges", () -> check(transfer("shop", List.of(), Phase.NOT_JOINED, 1L)));
        refused("STARTING", () -> check(transfer("shop", OWNED, Phase.STARTING, 1L)));
        refused("rate", () -> check(transfer("shop", OWNED, Phase.NOT_JOINED, 1_000_001L)));
        refused("rate", () -> check(transfer("shop", OWNED, Phase.NOT_JOINED, null)));
        refused("unlimited", () -> approved.checkRate(null));
        refused("nothing but", () -> check(changed(request -> request.skipFlush(true))));
        refused("nothing but", () -> check(changed(request -> request.snapshot("old"))));
        refused("nothing but", () -> check(changed(request -> request.accept(List.of("ALL")))));
        refused("does not fill", () -> approved.checkDeclaration(declaration("bank", OWNED, 2)));
        refused("ranges", () -> approved.checkDeclaration(declaration("shop", List.of("0:1"), 2)));
        refused("1 sources", () -> approved.checkDeclaration(declaration("shop", OWNED, 1)));
        refused("nowhere", () -> approved.checkRestart(List.of("-Dcassandra.replace_address=10.0.1.1")));
        refused("START_BOOTSTRAP", () -> approved.requireOneOf(StepAction.START_BOOTSTRAP));
    }

    @Test
    void onlyTablesOfThePlanAreCleanedUp() {
        String here = "http://10.0.1.2:9043";
        Draft draft = PlanDrafter.draft(
                PlanRequest.builder(PlanKind.CLEANUP)
                        .destinations(List.of(here))
                        .keyspaces(List.of("shop"))
                        .build(),
                RingFixture.nodes(3).keyspace("shop", 2).keyspace("bank", 2).facts(here));
        ApprovedPlan cleanup = ApprovedPlan.read(parts(draft, 1), draft.digest(), here);

        assertThatNoException().isThrownBy(() -> cleanup.checkCleanup(new TableRef("shop", "t")));
        refused("no table of the keyspace", () -> cleanup.checkCleanup(new TableRef("bank", "t")));
        refused("[CLEANUP]", () -> cleanup.checkCleanup(null));
        refused("CLEAN_UP_MEMBER", () -> approved.checkCleanup(new TableRef("shop", "t")));
        assertThatNoException().isThrownBy(() -> approved.checkCleanup(null));
    }

    @Test
    void aSourceMayHaveAnotherAddressButIsANodeOfTheCluster() {
        assertThatNoException()
                .isThrownBy(() -> check(changed(request ->
                        request.sources(List.of(new SourceRef("http://10.0.7.7:9043", "h1", "test", null))))));
        for (SourceRef any : List.of(
                new SourceRef("http://10.0.1.1:9043", null, "test", null),
                new SourceRef("http://10.0.1.1:9043", "h1", null, null),
                new SourceRef("http://10.0.1.1:9043", "h1", "other", null))) {
            refused("a host id", () -> check(changed(request -> request.sources(List.of(any)))));
        }
    }

    /** The SSTables that a base holds would not move. */
    @Test
    void aSourceHasNoBase() {
        SourceRef source = new SourceRef("http://10.0.1.1:9043", "h1", "test", null, "monday");

        refused("the base monday", () -> check(changed(request -> request.sources(List.of(source)))));
    }

    @Test
    void aDraftThatWasChangedIsNotWhatWasApproved() throws IOException {
        String json = StateJson.mapper().writeValueAsString(DRAFT);
        String range = OWNED.get(0);
        assertThat(json).contains(range);
        for (String changed : List.of(
                json.replace(range, "0:1"), json.replace("\"shop\"", "\"bank\""), json.replace(HERE, "http://x:1"))) {
            refused("digest", () -> ApprovedPlan.read(List.of(part(gzip(changed), 1)), DRAFT.digest(), HERE));
        }
        refused("digest", () -> ApprovedPlan.read(parts(DRAFT, 1), "another", HERE));
        String digest = DRAFT.digest();
        for (String lacking : List.of("{}", "{\"digest\":\"" + digest + "\"}", json.replace("\"FILL\"", "null"))) {
            refused("is missing", () -> ApprovedPlan.read(List.of(part(gzip(lacking), 1)), digest, HERE));
        }
        refused("run the same build", () -> ApprovedPlan.read(parts(DRAFT, 1), "v2:00", HERE));
        refused("no destination", () -> ApprovedPlan.read(parts(DRAFT, 1), DRAFT.digest(), "http://10.0.1.1:9043"));
        refused("cannot be read", () -> ApprovedPlan.read(parts(DRAFT, 3).subList(0, 2), DRAFT.digest(), HERE));
        refused("cannot be read", () -> ApprovedPlan.read(List.of(part(new byte[] {1}, 1)), DRAFT.digest(), HERE));
    }

    @Test
    void aDraftThatGrowsWithoutEndIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long most = Runtime.getRuntime().maxMemory() / 8;
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            byte[] spaces = new byte[1 << 20];
            Arrays.fill(spaces, (byte) ' ');
            for (long written = 0; written <= most; written += spaces.length) {
                out.write(spaces);
            }
        }
        refused("larger", () -> ApprovedPlan.read(List.of(part(bytes.toByteArray(), 1)), DRAFT.digest(), HERE));
    }

    @Test
    void aClaimBelongsToItsHolderAndItsDraftIsTheApprovedOne(@TempDir Path directory) {
        ClaimTable claims = ClaimTable.open(directory, Instant::now, System::nanoTime);
        ClaimApproval approval = new ClaimApproval("p1", DRAFT.digest(), HERE, "CN=alice", Instant.now());
        ClaimRequest request = new ClaimRequest(DRAFT.digest(), 1, "http://10.0.1.1:9043", "");
        claims.claim("p1", request, "CN=first", approval);

        refused("does not keep", () -> claims.approved("p1"));
        List<DraftPart> forged = forged();
        claims.storeDraft("p1", 0, forged.get(0));
        refused("digest", () -> claims.storeDraft("p1", 1, forged.get(1)));
        assertThat(claims.get("p1").draftKept()).isFalse();
        List<DraftPart> parts = parts(DRAFT, 2);
        claims.storeDraft("p1", 0, parts.get(0));
        claims.storeDraft("p1", 1, parts.get(1));

        ClaimTable again = ClaimTable.open(directory, Instant::now, System::nanoTime);
        assertThatNoException().isThrownBy(() -> {
            again.approved("p1").requireOneOf(StepAction.JOIN);
            again.requireHolder("p1", "CN=first");
        });
        assertThat(again.get("p1")).satisfies(claim -> {
            assertThat(claim.holder()).isEqualTo("CN=first");
            assertThat(claim.approvedBy()).isEqualTo("CN=alice");
            assertThat(claim.destinations()).containsExactly(HERE);
        });
        again.accept("p1", DRAFT.digest(), "HAS_VIEWS", null);
        assertThat(again.accepted("p1")).as("by somebody known").isEmpty();
        again.accept("p1", DRAFT.digest(), "HAS_VIEWS", "CN=alice");
        assertThat(again.accepted("p1")).containsExactly("HAS_VIEWS");
        again.accept("p1", DRAFT.digest(), "STAGING_ELSEWHERE", "CN=alice");
        again.accept("p1", DRAFT.digest(), "STAGING_ELSEWHERE", "CN=bob");
        assertThat(ClaimTable.open(directory, Instant::now, System::nanoTime)
                        .get("p1")
                        .accepted())
                .filteredOn(each -> each.code().equals("STAGING_ELSEWHERE"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.code()).isEqualTo("STAGING_ELSEWHERE");
                    assertThat(each.by()).isEqualTo("CN=alice");
                });
        assertThatThrownBy(() -> again.accept("p1", "another", "STAGING_ELSEWHERE", "CN=alice"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("digest");
        assertThat(again.isClaimedBy("CN=first", "p1", DRAFT.digest())).isTrue();
        assertThat(again.isClaimedBy("CN=second", "p1", DRAFT.digest())).isFalse();
        refused("CN=second", () -> again.requireHolder("p1", "CN=second"));
    }

    @Test
    void whatWasAcceptedAtThisNodeSinceMayBeAcceptedByTransfers() {
        ClaimedTransfer asked =
                changed(request -> request.accept(List.of("SNAPSHOT_TOO_OLD", "NO_GC_GRACE", "STAGING_ELSEWHERE")));

        refused("nothing but", () -> approved.checkTransfer(asked, Set.of()));
        refused("nothing but", () -> approved.checkTransfer(asked, Set.of("SSTABLE_UNREADABLE")));
        assertThatNoException().isThrownBy(() -> {
            approved.checkTransfer(asked, Set.of("STAGING_ELSEWHERE", "SSTABLE_UNREADABLE"));
            approved.checkTransfer(transfer("shop", OWNED, Phase.NOT_JOINED, 1L), Set.of("STAGING_ELSEWHERE"));
        });
    }

    private void check(ClaimedTransfer asked) {
        approved.checkTransfer(asked, Set.of());
    }

    // The digest alone is right.
    private static List<DraftPart> forged() {
        try {
            String json = StateJson.mapper().writeValueAsString(DRAFT).replace("\"shop\"", "\"bank\"");
            return split(gzip(json), 2);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ClaimedTransfer transfer(String keyspace, List<String> owned, Phase phase, Long rate) {
        TransferRequest request = TransferTerms.request(
                DRAFT.request(),
                DRAFT.keyspaces().stream()
                        .filter(each -> each.keyspace().equals("shop"))
                        .findFirst()
                        .orElseThrow(),
                SOURCES,
                List.of(new TableRef(keyspace, "t1"), new TableRef(keyspace, "t2")),
                2,
                rate);
        return new ClaimedTransfer(DRAFT.digest(), 1, "key", request, owned, List.of(phase), List.of());
    }

    private static ClaimedTransfer changed(Consumer<TransferRequest.Builder> change) {
        ClaimedTransfer planned = transfer("shop", OWNED, Phase.NOT_JOINED, 1L);
        TransferRequest.Builder request = planned.transfer().toBuilder();
        change.accept(request);
        return new ClaimedTransfer(
                planned.digest(), 1, "key", request.build(), OWNED, planned.phases(), planned.since());
    }

    private static Declaration declaration(String keyspace, List<String> ranges, int copies) {
        return new Declaration(DRAFT.digest(), 1, keyspace, ranges, copies, List.of("t"));
    }

    private static List<DraftPart> parts(Draft draft, int count) {
        try {
            return split(gzip(StateJson.mapper().writeValueAsString(draft)), count);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<DraftPart> split(byte[] whole, int count) {
        List<DraftPart> parts = new ArrayList<>();
        int size = (whole.length + count - 1) / count;
        for (int i = 0; i < count; i++) {
            parts.add(part(Arrays.copyOfRange(whole, i * size, Math.min(whole.length, (i + 1) * size)), count));
        }
        return parts;
    }

    private static DraftPart part(byte[] data, int of) {
        return new DraftPart(DRAFT.digest(), 1, of, data);
    }

    private static byte[] gzip(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void refused(String why, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.type()).isEqualTo(ProblemType.FORBIDDEN);
            assertThat(e).hasMessageContaining(why);
        });
    }
}
