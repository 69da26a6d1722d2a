/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.cluster.Host;
import io.idaeus.api.plan.PlanCluster;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.store.StateJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestFormTest {
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REPLACE)
                    .dead("10.0.1.2")
                    .destinations(List.of(RingFixture.NEW))
                    .way(PlanWay.SURVEY)
                    .writes(Map.of("shop", "QUORUM", "*", "QUORUM", "a \"quoted\"\nname\\", "ONE"))
                    .accept(List.of("GC_GRACE_TOO_SHORT"))
                    .build(),
            RingFixture.nodes(4)
                    .keyspace("shop", 3)
                    .downFor("10.0.1.2", null)
                    .notCutting(RingFixture.NEW)
                    .facts(RingFixture.NEW));

    @Test
    void theTextIsTheSameInEveryBuild() {
        assertThat(DigestForm.V1.lines(DRAFT))
                .containsExactlyElementsOf(text("plan-v1.txt").lines().toList());
    }

    /** {@code sha256sum plan-v1.txt} says the same. */
    @Test
    void theDigestIsThatOfTheText() {
        assertThat(DRAFT.digest())
                .isEqualTo("v1:" + Digests.of(text("plan-v1.txt").lines()));
        assertThat(DRAFT.matchesDigest()).isTrue();
    }

    /** A build that knows no slices verifies plans without them, and no others. */
    @Test
    void thatSstablesAreCutIsApproved() {
        Draft cut = PlanDrafter.draft(
                DRAFT.request(),
                RingFixture.nodes(4)
                        .keyspace("shop", 3)
                        .downFor("10.0.1.2", null)
                        .facts(RingFixture.NEW));

        List<String> lines = DigestForm.V1.lines(cut).toList();
        assertThat(lines).contains("keyspaces[0].slices=\"true\"");
        assertThat(lines.stream().filter(line -> !line.startsWith("keyspaces[0].slices")))
                .containsExactlyElementsOf(DigestForm.V1.lines(DRAFT).toList());
        assertThat(cut.matchesDigest()).isTrue();
        assertThat(cut.withKeyspaces(DRAFT.keyspaces()).matchesDigest()).isFalse();
        assertThat(DRAFT.withKeyspaces(cut.keyspaces()).matchesDigest()).isFalse();
        assertThat(cut.withDigest(DigestForm.UNNAMED.digest(cut)).matchesDigest())
                .isFalse();
    }

    /** Drafts of the build before the first form with a name. */
    @ParameterizedTest
    @ValueSource(strings = {"unnamed-form-replace.json", "unnamed-form-rebuild.json"})
    void whatAnEarlierBuildDigestedIsVerified(String file) throws IOException {
        Draft approved = StateJson.readComplete(text(file).getBytes(StandardCharsets.UTF_8), Draft.class);

        assertThat(approved.digest()).doesNotContain(":");
        assertThat(approved.matchesDigest()).isTrue();
        everyChange(approved, Unknown.TO_THE_UNNAMED_FORM)
                .forEach((what, changed) ->
                        assertThat(changed.matchesDigest()).as(what).isFalse());
    }

    @Test
    void everyFieldThatIsApprovedCounts() {
        Map<String, Draft> changes = everyChange(DRAFT, Unknown.NONE);

        assertThat(changes).hasSizeGreaterThan(30);
        changes.forEach(
                (what, changed) -> assertThat(changed.matchesDigest()).as(what).isFalse());
    }

    @Test
    void whatIsForPeopleOrChangesAllTheTimeDoesNotCount() {
        Draft other =
                DRAFT.with(draft -> draft.findings(List.of()).due(List.of()).visibility(List.of()));

        assertThat(other.matchesDigest()).isTrue();
    }

    @Test
    void theOrderInWhichAMapWasWrittenDoesNotCount() {
        Map<String, String> writes = new TreeMap<>(Map.of("b", "ONE", "a", "ONE")).descendingMap();
        Draft one = DRAFT.withRequest(DRAFT.request().toBuilder().writes(writes).build());
        Draft other = DRAFT.withRequest(
                DRAFT.request().toBuilder().writes(new TreeMap<>(writes)).build());

        for (DigestForm form : DigestForm.values()) {
            assertThat(form.digest(one)).isEqualTo(form.digest(other));
        }
    }

    @Test
    void noValueLooksLikeAnotherField() {
        Draft one = DRAFT.withRequest(
                DRAFT.request().toBuilder().dead("x\"\nrequest.way=\"DIRECT").build());

        assertThat(DigestForm.V1.lines(one)).noneMatch(line -> line.contains("\n"));
    }

    /** Its strings are not quoted: what could stand for something else is not verified. */
    @ParameterizedTest
    @ValueSource(strings = {"replace", "rebuild"})
    void theUnnamedFormCannotBeForged(String kind) throws IOException {
        Draft approved = StateJson.readComplete(
                text("unnamed-form-" + kind + ".json").getBytes(StandardCharsets.UTF_8), Draft.class);
        PlanRange first = approved.ranges().get(0);
        PlanRange second = approved.ranges().get(1);
        List<PlanRange> fewer =
                new ArrayList<>(approved.ranges().subList(2, approved.ranges().size()));
        fewer.add(
                0,
                new PlanRange(
                        first.destination() + ", keyspace=" + first.keyspace() + ", range=" + first.range()
                                + ", sources=" + first.sources() + "]\nPlanRange[destination=" + second.destination(),
                        second.keyspace(),
                        second.range(),
                        second.sources()));
        Draft oneLess = approved.withRanges(fewer);
        Draft oneSource = approved.withRanges(replaced(
                approved.ranges(),
                0,
                new PlanRange(
                        first.destination(),
                        first.keyspace(),
                        first.range(),
                        List.of(String.join(", ", first.sources())))));

        assertThat(DigestForm.UNNAMED.digest(oneLess)).isEqualTo(approved.digest());
        assertThat(oneLess.matchesDigest()).isFalse();
        assertThat(DigestForm.UNNAMED.digest(oneSource)).isEqualTo(approved.digest());
        assertThat(oneSource.matchesDigest()).isEqualTo(first.sources().size() == 1);
    }

    @Test
    void theFormIsTheNewestThatAllDestinationsVerify() {
        HostFacts host =
                RingFixture.nodes(3).facts(RingFixture.NEW).destinations().get(0);
        HostFacts old =
                new HostFacts(host.sidecar(), new Host("0", List.of(), false, null, List.of()), host.addresses());

        assertThat(DigestForm.common(List.of(host))).isEqualTo(DigestForm.V1);
        assertThat(DigestForm.common(List.of(host, old))).isEqualTo(DigestForm.UNNAMED);
    }

    @Test
    void aFormOfALaterBuildIsUnknown() {
        assertThat(DigestForm.of("v2:00")).isEmpty();
        assertThat(DRAFT.withDigest("v2:00").matchesDigest()).isFalse();
        assertThat(DigestForm.of("00")).contains(DigestForm.UNNAMED);
        assertThat(DigestForm.names()).containsExactly("v1");
    }

    private enum Unknown {
        NONE,
        TO_THE_UNNAMED_FORM
    }

    /** The draft with one component changed, of each record that is digested whole. */
    private static Map<String, Draft> everyChange(Draft draft, Unknown unknown) {
        Map<String, Draft> changes = new TreeMap<>();
        changes.putAll(each(draft.request(), PlanRequest.class, draft::withRequest));
        changes.putAll(each(draft.cluster(), PlanCluster.class, draft::withCluster));
        PlanNode dead = draft.dead();
        if (dead != null) {
            changes.putAll(each(dead, PlanNode.class, draft::withDead));
        }
        changes.putAll(each(
                draft.steps().get(1), PlannedStep.class, step -> draft.withSteps(replaced(draft.steps(), 1, step))));
        changes.putAll(each(
                draft.ranges().get(0), PlanRange.class, range -> draft.withRanges(replaced(draft.ranges(), 0, range))));
        PlanDestination destination = draft.destinations().get(0);
        if (!destination.starts().isEmpty()) {
            changes.putAll(each(
                    destination.starts().get(0),
                    PlanStart.class,
                    start -> draft.withDestinations(
                            List.of(withStarts(destination, replaced(destination.starts(), 0, start))))));
        }
        if (unknown == Unknown.TO_THE_UNNAMED_FORM) {
            changes.remove("PlanStart.numTokens");
            changes.remove("PlannedStep.withPrevious");
        }
        return changes;
    }

    private static <T> List<T> replaced(List<T> values, int index, T value) {
        List<T> changed = new ArrayList<>(values);
        changed.set(index, value);
        return changed;
    }

    private static PlanDestination withStarts(PlanDestination of, List<PlanStart> starts) {
        return new PlanDestination(
                of.sidecar(),
                of.hostId(),
                of.address(),
                of.datacenter(),
                of.rack(),
                of.bytes(),
                of.bytesNeeded(),
                of.bytesPeak(),
                of.bytesFree(),
                of.sources(),
                starts,
                of.lifecycle());
    }

    private static <T extends Record> Map<String, Draft> each(T value, Class<T> type, Function<T, Draft> in) {
        RecordComponent[] components = type.getRecordComponents();
        return Stream.iterate(0, i -> i + 1)
                .limit(components.length)
                .collect(Collectors.toMap(
                        i -> type.getSimpleName() + "." + components[i].getName(),
                        i -> in.apply(changed(value, type, components, i))));
    }

    private static <T extends Record> T changed(T value, Class<T> type, RecordComponent[] components, int index) {
        try {
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                Object now = components[i].getAccessor().invoke(value);
                values[i] = i == index ? other(now, components[i]) : now;
            }
            Constructor<T> constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type + " has no such constructor", e);
        }
    }

    private static Object other(@Nullable Object now, RecordComponent component) {
        Class<?> type = component.getType();
        if (type == String.class) {
            return now + "x";
        } else if (type == Integer.class || type == int.class) {
            return now == null ? 7 : (Integer) now + 1;
        } else if (type == Long.class) {
            return now == null ? 7L : (Long) now + 1;
        } else if (type == Boolean.class) {
            return now == null || !(Boolean) now;
        } else if (type == Double.class) {
            return now == null ? 7.5 : (Double) now + 1;
        } else if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(each -> !each.equals(now))
                    .findFirst()
                    .orElseThrow();
        } else if (type == List.class) {
            List<Object> longer = new ArrayList<>(now == null ? List.of() : (List<?>) now);
            longer.add("x");
            return longer;
        } else if (type == Map.class) {
            Map<Object, Object> larger = new TreeMap<>(now == null ? Map.of() : (Map<?, ?>) now);
            String of = component.getGenericType().getTypeName();
            boolean ofMaps = of.indexOf("Map") != of.lastIndexOf("Map");
            larger.put("x", ofMaps ? Map.of("x", 1) : of.contains("List") ? List.of("x") : "x");
            return larger;
        }
        throw new AssertionError("no other value of " + type);
    }

    private static String text(String file) {
        try (InputStream in = DigestFormTest.class.getResourceAsStream("/plans/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
