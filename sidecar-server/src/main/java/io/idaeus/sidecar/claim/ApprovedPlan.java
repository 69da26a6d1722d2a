/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.DraftPart;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.plan.draft.BaseTag;
import io.idaeus.sidecar.plan.draft.DigestForm;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.plan.kind.TransferTerms;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.StateJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The actions that an operator approved for a plan at this node. Immutable. */
final class ApprovedPlan {
    // Far more than the ranges of a large cluster take.
    private static final long LARGEST = Runtime.getRuntime().maxMemory() / 8;

    private final Draft draft;
    private final String destination;

    private ApprovedPlan(Draft draft, String destination) {
        this.draft = draft;
        this.destination = destination;
    }

    /**
     * @param parts the coordinator's; who holds its certificate may have sent anything
     * @param digest that was approved
     * @param destination as the plan names this node
     * @throws ProblemException FORBIDDEN where the parts are not what was approved
     */
    static ApprovedPlan read(List<DraftPart> parts, String digest, String destination) {
        Draft draft = decode(parts);
        if (DigestForm.of(digest).isEmpty()) {
            throw refused("the digest " + digest + " has a form that this sidecar does not know (expected: one of "
                    + DigestForm.names() + "); run the same build on every node of the plan");
        }
        if (!digest.equals(draft.digest()) || !draft.matchesDigest()) {
            throw refused("the draft that the coordinator sent has another digest (expected: " + digest + ")");
        }
        if (draft.destinations().stream().noneMatch(each -> each.sidecar().equals(destination))) {
            throw refused("the plan has no destination " + destination + " (expected: one of " + addresses(draft)
                    + "); approve it under the address that the plan names");
        }
        return new ApprovedPlan(draft, destination);
    }

    private static Draft decode(List<DraftPart> parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        parts.forEach(part -> whole.writeBytes(part.data()));
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(whole.toByteArray()))) {
            byte[] json = in.readNBytes((int) Math.min(LARGEST, Integer.MAX_VALUE - 8));
            if (in.read() >= 0) {
                throw refused("the draft is larger than " + json.length + " bytes; give the sidecar more heap");
            }
            return StateJson.readComplete(json, Draft.class);
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN, "the draft that the coordinator sent cannot be read: " + e.getMessage(), e);
        }
    }

    List<String> destinations() {
        return addresses(draft);
    }

    private static List<String> addresses(Draft draft) {
        return draft.destinations().stream().map(PlanDestination::sidecar).toList();
    }

    /**
     * @param acceptedSince codes of findings that an operator accepted at this node while the plan ran
     * @throws ProblemException FORBIDDEN
     */
    void checkTransfer(ClaimedTransfer asked, Set<String> acceptedSince) {
        requireOneOf(StepAction.FILL, StepAction.CATCH_UP, StepAction.DELTA);
        TransferRequest request = asked.transfer();
        Set<String> keyspaces = new HashSet<>();
        List<TableRef> tables = request.tables() == null ? List.of() : request.tables();
        tables.forEach(table -> keyspaces.add(table.keyspace()));
        if (keyspaces.size() != 1) {
            throw refused("the transfer is of the keyspaces " + keyspaces + " (expected: one)");
        }
        requireNodes(request.sources());
        PlanKeyspace keyspace = requireFilled(keyspaces.iterator().next());
        requirePlannedSources(keyspace.keyspace(), request.sources(), asked.phases());
        requireRanges(keyspace.keyspace(), asked.owned());
        Set<Phase> phases = new HashSet<>(TransferTerms.fill(draft.request()));
        phases.addAll(TransferTerms.delta(draft.request()));
        if (asked.phases().isEmpty() || !phases.containsAll(asked.phases())) {
            throw refused("the transfer may run in " + asked.phases() + " (expected: some of " + phases + ")");
        }
        checkRate(request.maxRate());
        requireAccepted(request, acceptedSince);
        TransferRequest planned = TransferTerms.request(
                amended(request, acceptedSince),
                keyspace,
                request.sources(),
                tables,
                request.connectionsPerSource(),
                request.maxRate());
        if (!request.equals(planned)) {
            throw refused("the transfer is " + ClaimCheck.shown(request.toString()) + " (expected: nothing but "
                    + planned + ")");
        }
    }

    private void requireAccepted(TransferRequest asked, Set<String> acceptedSince) {
        List<String> codes = new ArrayList<>(asked.accept() == null ? List.of() : asked.accept());
        codes.removeAll(TransferTerms.accepted(draft.request().accept()));
        codes.removeAll(acceptedSince);
        if (!codes.isEmpty()) {
            throw refused(
                    "the transfer accepts " + codes + ", which no operator accepted at this node (expected: nothing"
                            + " but what was accepted here); idaeus plan accept does it at every destination");
        }
    }

    // A transfer may accept less than was accepted by now: it may have been asked for before.
    private PlanRequest amended(TransferRequest asked, Set<String> acceptedSince) {
        List<String> codes = new ArrayList<>();
        if (draft.request().accept() != null) {
            codes.addAll(draft.request().accept());
        }
        if (asked.accept() != null) {
            asked.accept().stream().filter(acceptedSince::contains).forEach(codes::add);
        }
        return draft.request().toBuilder().accept(codes).build();
    }

    /** @throws ProblemException FORBIDDEN for others than those of the plan at this node */
    void checkSources(List<SourceRef> sources) {
        requireNodes(sources);
        Set<String> planned = draft.destinations().stream()
                .filter(each -> each.sidecar().equals(destination))
                .flatMap(each -> each.sources().stream())
                .map(source -> source.node().hostId())
                .collect(Collectors.toSet());
        for (SourceRef source : sources) {
            if (!planned.contains(source.hostId())) {
                throw refused("the plan brings nothing from " + ClaimCheck.shown(String.valueOf(source.hostId())));
            }
        }
    }

    // Sources are identified by host id and cluster: addresses change. The transfer compares both at each contact.
    private void requireNodes(List<SourceRef> sources) {
        String cluster = draft.sources().name();
        for (SourceRef source : sources) {
            if (source.hostId() == null || !cluster.equals(source.cluster())) {
                throw refused("the source " + ClaimCheck.shown(source.uri())
                        + " is named without a host id, or in another cluster (expected: a host id, and the cluster "
                        + cluster + ")");
            }
        }
    }

    // Only other new nodes have a base, and only while they pass on what they got since.
    private void requirePlannedSources(String keyspace, List<SourceRef> sources, List<Phase> phases) {
        Map<String, PlanRange> planned = draft.ranges().stream()
                .filter(range -> range.destination().equals(destination)
                        && range.keyspace().equals(keyspace))
                .collect(Collectors.toMap(PlanRange::range, Function.identity(), (one, other) -> one));
        if (draft.source() != null) {
            requireSourcesOf(sources, planned);
        }
        boolean delta = phases.equals(TransferTerms.delta(draft.request()));
        boolean asPlanned = !PlanType.of(draft.request()).mayReplaceSources();
        for (SourceRef source : sources) {
            List<PlanRange> asked = (source.ranges() == null ? List.<String>of() : source.ranges())
                    .stream()
                            .flatMap(range -> Stream.ofNullable(planned.get(range)))
                            .toList();
            boolean passedOn = !asked.isEmpty() && asked.stream().allMatch(range -> range.from() != null);
            if (source.base() != null && !(passedOn && delta && source.base().equals(BaseTag.of(draft.digest())))) {
                throw refused("the source " + ClaimCheck.shown(source.uri()) + " has the base "
                        + ClaimCheck.shown(source.base()) + " (expected: none; a plan moves everything in its ranges)");
            }
            boolean known =
                    passedOn || asked.stream().allMatch(range -> range.sources().contains(source.hostId()));
            if (asPlanned && !known) {
                throw refused("the source " + ClaimCheck.shown(String.valueOf(source.hostId()))
                        + " serves ranges that the plan fills from others (expected: the sources of the plan)");
            }
        }
    }

    // Each range from all of its sources: fewer may lack what was acknowledged.
    private static void requireSourcesOf(List<SourceRef> sources, Map<String, PlanRange> planned) {
        Map<String, Set<String>> asked = new HashMap<>();
        for (SourceRef source : sources) {
            List<String> ranges = source.ranges() == null ? List.of() : source.ranges();
            if (ranges.isEmpty()) {
                throw refused("the source " + ClaimCheck.shown(source.uri())
                        + " is named without ranges (expected: some of the plan)");
            }
            ranges.forEach(range ->
                    asked.computeIfAbsent(range, key -> new HashSet<>()).add(String.valueOf(source.hostId())));
        }
        asked.forEach((range, of) -> {
            PlanRange known = planned.get(range);
            if (known == null || !of.equals(Set.copyOf(known.sources()))) {
                throw refused("the range " + ClaimCheck.shown(range) + " comes from " + of + " (expected: "
                        + (known == null ? "no such range" : known.sources()) + ")");
            }
        });
    }

    /** @throws ProblemException FORBIDDEN for more than the plan's rate */
    void checkRate(@Nullable Long maxRate) {
        Long planned = draft.request().maxRate();
        if (planned != null && (maxRate == null || maxRate > planned)) {
            throw refused("the rate is " + (maxRate == null ? "unlimited" : maxRate + " bytes a second")
                    + " (expected: at most " + planned + ")");
        }
    }

    /** @throws ProblemException FORBIDDEN */
    void checkDeclaration(Declaration asked) {
        requireOneOf(StepAction.DECLARE);
        requireRanges(asked.keyspace(), asked.ranges());
        int copies = draft.ranges().stream()
                .filter(range -> range.destination().equals(destination)
                        && range.keyspace().equals(asked.keyspace()))
                .mapToInt(range -> range.sources().size())
                .min()
                .orElseThrow(() -> refused("the plan fills no range of " + asked.keyspace() + " here"));
        if (asked.copies() < copies) {
            throw refused("the ranges count as available with " + asked.copies() + " sources (expected: at least "
                    + copies + ")");
        }
    }

    private void requireRanges(String keyspace, List<String> ranges) {
        PlanKeyspace planned = requireFilled(keyspace);
        List<String> more = new ArrayList<>(ranges);
        more.removeAll(new HashSet<>(
                draft.owned().getOrDefault(destination, Map.of()).getOrDefault(planned.keyspace(), List.of())));
        if (ranges.isEmpty() || !more.isEmpty()) {
            throw refused("the ranges of " + keyspace + " are "
                    + (ranges.isEmpty() ? "none" : "others, such as " + ClaimCheck.shown(more.get(0)))
                    + " (expected: those of this node in the plan)");
        }
    }

    private PlanKeyspace requireFilled(String keyspace) {
        return draft.keyspaces().stream()
                .filter(each -> each.keyspace().equals(keyspace) && each.treatment() == Treatment.FILL)
                .findFirst()
                .orElseThrow(() -> refused("the plan does not fill the keyspace " + ClaimCheck.shown(keyspace)));
    }

    /** @throws ProblemException FORBIDDEN */
    void checkRestart(List<String> options) {
        boolean planned = draft.destinations().stream()
                .filter(each -> each.sidecar().equals(destination))
                .flatMap(each -> each.starts().stream())
                .anyMatch(start -> start.jvmOptions().equals(options));
        if (!planned) {
            throw refused("the plan starts Cassandra nowhere with " + options);
        }
    }

    /** @throws ProblemException FORBIDDEN */
    void checkStatements(List<SchemaStatement> statements) {
        requireOneOf(StepAction.MAKE_SCHEMA, StepAction.MAKE_INDEXES);
        List<SchemaStatement> planned = draft.schema() == null ? List.of() : draft.schema();
        statements.stream()
                .filter(statement -> !planned.contains(statement) || !isOfWhatIsMade(statement, planned))
                .findFirst()
                .ifPresent(other -> {
                    throw refused("the plan makes no " + other.kind() + " " + ClaimCheck.shown(other.name()) + " by "
                            + ClaimCheck.shown(other.statement()));
                });
    }

    // The keyspace is one that is filled; its tables are only those that the plan makes itself.
    private boolean isOfWhatIsMade(SchemaStatement statement, List<SchemaStatement> planned) {
        boolean filled = draft.keyspaces().stream()
                .anyMatch(keyspace -> keyspace.treatment() == Treatment.FILL
                        && keyspace.keyspace().equals(statement.keyspace()));
        return filled
                && (statement.table() == null
                        || planned.stream()
                                .anyMatch(each -> each.kind() == SchemaStatement.Kind.TABLE
                                        && each.keyspace().equals(statement.keyspace())
                                        && each.name().equals(statement.table())));
    }

    /** @throws ProblemException FORBIDDEN where the plan takes no such step here, or clones others */
    void checkTables(List<TableRef> tables, StepAction step) {
        requireOneOf(step);
        for (TableRef table : tables) {
            boolean planned = draft.keyspaces().stream()
                    .filter(keyspace -> keyspace.treatment() == Treatment.FILL
                            && keyspace.keyspace().equals(table.keyspace()))
                    .flatMap(keyspace -> keyspace.tables().stream())
                    .anyMatch(each -> each.table().equals(table.table()));
            if (!planned) {
                throw refused("the plan brings nothing into " + ClaimCheck.shown(table.keyspace()) + "."
                        + ClaimCheck.shown(table.table()));
            }
        }
    }

    /**
     * @param table null for those that the plan's transfers have left rows in
     * @throws ProblemException FORBIDDEN
     */
    void checkCleanup(@Nullable TableRef table) {
        if (table == null) {
            requireOneOf(StepAction.CLEANUP);
            return;
        }
        requireOneOf(StepAction.CLEAN_UP_MEMBER);
        boolean planned = draft.keyspaces().stream()
                .anyMatch(keyspace -> keyspace.treatment() == Treatment.CLEAN_UP
                        && keyspace.keyspace().equals(table.keyspace()));
        if (!planned) {
            throw refused("the plan cleans up no table of the keyspace " + ClaimCheck.shown(table.keyspace()));
        }
    }

    /** @throws ProblemException FORBIDDEN where the plan takes none of these steps here */
    void requireOneOf(StepAction... actions) {
        for (StepAction action : actions) {
            if (draft.takes(action, destination)) {
                return;
            }
        }
        throw refused("the plan has no step " + List.of(actions) + " at " + destination);
    }

    private static ProblemException refused(String why) {
        return new ProblemException(ProblemType.FORBIDDEN, "That is not what was approved at this node: " + why + ".");
    }
}
