/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.selection.LiveSstables;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts of a cluster when a plan is made. */
public final class ClusterFacts {
    private final Cluster view;
    private final List<MemberFacts> members;
    private final Map<String, MemberFacts> byHostId;
    private final List<KeyspaceFacts> keyspaces;
    private final List<HostFacts> destinations;
    private final Map<String, List<Long>> tokens;
    private final @Nullable SourceFacts source;

    /**
     * @param view of the coordinator's node
     * @param members every member of the ring
     * @param destinations as the request names them
     */
    public ClusterFacts(
            Cluster view, List<MemberFacts> members, List<KeyspaceFacts> keyspaces, List<HostFacts> destinations) {
        this(view, members, keyspaces, destinations, Map.of(), null);
    }

    private ClusterFacts(
            Cluster view,
            List<MemberFacts> members,
            List<KeyspaceFacts> keyspaces,
            List<HostFacts> destinations,
            Map<String, List<Long>> tokens,
            @Nullable SourceFacts source) {
        this.view = view;
        this.members = List.copyOf(members);
        this.byHostId = members.stream()
                .collect(Collectors.toMap(
                        member -> member.node().hostId(), Function.identity(), (first, second) -> first));
        this.keyspaces = List.copyOf(keyspaces);
        this.destinations = List.copyOf(destinations);
        this.tokens = Map.copyOf(tokens);
        this.source = source;
    }

    /** The same, where these sources serve nothing. */
    public ClusterFacts without(Set<String> hostIds) {
        return source == null ? withoutMembers(hostIds) : withSource(source.without(hostIds));
    }

    ClusterFacts withoutMembers(Set<String> hostIds) {
        return new ClusterFacts(
                view,
                members.stream()
                        .map(member -> hostIds.contains(member.node().hostId())
                                ? MemberFacts.silent(member.node(), null, null)
                                : member)
                        .toList(),
                keyspaces,
                destinations,
                tokens,
                source);
    }

    /**
     * The same cluster, as if it had only some tables.
     *
     * @param tables by keyspace
     */
    ClusterFacts only(Map<String, Set<String>> tables) {
        return new ClusterFacts(
                view,
                members.stream().map(member -> member.only(tables)).toList(),
                keyspaces.stream()
                        .filter(keyspace -> tables.containsKey(keyspace.name()))
                        .map(keyspace -> keyspace.only(tables.getOrDefault(keyspace.name(), Set.of())))
                        .toList(),
                destinations,
                tokens,
                source);
    }

    /** The same cluster, with the tokens of its nodes by their host ids. */
    public ClusterFacts withTokens(Map<String, List<Long>> known) {
        return new ClusterFacts(view, members, keyspaces, destinations, known, source);
    }

    /** The same cluster, which another one is cloned into. */
    public ClusterFacts withSource(SourceFacts other) {
        return new ClusterFacts(view, members, keyspaces, destinations, tokens, other);
    }

    /** The cluster that is cloned into this one. */
    public Optional<SourceFacts> source() {
        return Optional.ofNullable(source);
    }

    /** The tokens of a node; none where they were not asked for. */
    public List<Long> tokens(String hostId) {
        return tokens.getOrDefault(hostId, List.of());
    }

    public Cluster view() {
        return view;
    }

    public ReleaseVersion version() {
        return ReleaseVersion.parse(view.cassandraVersion());
    }

    public List<MemberFacts> members() {
        return members;
    }

    public List<KeyspaceFacts> keyspaces() {
        return keyspaces;
    }

    public List<HostFacts> destinations() {
        return destinations;
    }

    /** The first that nodes found at their SSTables of a keyspace: where, and what. */
    public Optional<String> found(String keyspace, FindingCode code) {
        return members.stream()
                .flatMap(member -> Stream.ofNullable(member.sizes().get(keyspace))
                        .flatMap(held -> held.tables().stream())
                        .flatMap(table -> table.found(code)
                                .map(finding -> keyspace + "." + table.name() + " at "
                                        + member.node().address() + ": " + LiveSstables.worded(finding))))
                .findFirst();
    }

    public Optional<MemberFacts> member(String hostId) {
        return Optional.ofNullable(byHostId.get(hostId));
    }
}
