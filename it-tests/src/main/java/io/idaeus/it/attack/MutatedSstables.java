/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.TableFixture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Snapshots at the source with files that no Cassandra wrote, or that are no files. */
final class MutatedSstables implements Attack {
    private static final String KEYSPACE = "mutants";
    private static final String HOSTILE = "hostile-";
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(15);
    private static final Duration BUILT_WITHIN = Duration.ofSeconds(15);
    private static final List<TableFixture> TABLES = List.of(
            TableFixture.COMPOUND_KEYS, TableFixture.STATIC_COLUMNS, TableFixture.COLLECTIONS, TableFixture.DELETES);

    /** A snapshot that Cassandra took; the damaged ones are copies of it. */
    private record Whole(TableRef table, Path snapshot) {}

    // Read by the bystander's thread.
    private volatile String trying = "nothing";

    @Override
    public String name() {
        return "mutated SSTables";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        SidecarClient source = scene.client(scene.sourceSidecar(), "operator");
        List<Whole> wholes = load(scene, source);
        Path outside = scene.sourceSidecar().directory().resolve("conf").resolve("secret");
        Files.writeString(outside, Mutations.SECRET);
        Map<String, Mutations.Mutation> mutations = Mutations.all(outside);
        Random choice = new Random(random.nextLong());
        Deque<String> order = new ArrayDeque<>();
        try (Bystander bystander = new Bystander(scene.sourceSidecar(), source, tally, () -> trying)) {
            // Each mutation at least once, even after the deadline.
            for (int round = 0; round < mutations.size() || !deadline.isOver(); round++) {
                if (order.isEmpty()) {
                    List<String> all = new ArrayList<>(mutations.keySet());
                    Collections.shuffle(all, choice);
                    order.addAll(all);
                }
                String name = order.remove();
                Whole whole = wholes.get(choice.nextInt(wholes.size()));
                String tag = HOSTILE + round;
                Path directory = whole.snapshot.resolveSibling(tag);
                try {
                    Files.createDirectory(directory);
                    for (Path file : Mutations.files(whole.snapshot)) {
                        Files.copy(file, directory.resolve(file.getFileName()));
                    }
                    Path victim = Mutations.pick(directory, choice);
                    trying = name + " of " + victim.getFileName() + " in " + whole.table;
                    Objects.requireNonNull(mutations.get(name)).of(directory, victim, choice);
                    new Probe(scene, whole.table, tag, tally).run();
                } finally {
                    delete(directory);
                    // One mutation moves the files here, and makes the directory a link.
                    delete(outside.resolveSibling(tag));
                }
            }
            bystander.checkFiles();
        } finally {
            for (Whole whole : wholes) {
                source.deleteSnapshot(whole.snapshot.getFileName().toString(), false);
            }
            Files.delete(outside);
        }
    }

    private List<Whole> load(AttackScene scene, SidecarClient source) throws IOException {
        String keyspace = KEYSPACE + "_" + Long.toString(System.nanoTime(), 36);
        for (CassandraNode node : List.of(scene.source(), scene.destination())) {
            node.cql().createKeyspace(keyspace, 1);
            for (TableFixture fixture : TABLES) {
                fixture.create(node.cql(), keyspace);
            }
        }
        List<Whole> wholes = new ArrayList<>();
        for (TableFixture fixture : TABLES) {
            fixture.fill(scene.source().cql(), keyspace);
            TableRef table = new TableRef(keyspace, fixture.table());
            String tag = "whole-" + keyspace + "-" + fixture.table();
            source.createSnapshot(new SnapshotRequest(tag, null, List.of(table), null, null));
            Path directory =
                    scene.source().tableDirectories(keyspace, fixture.table()).get(0);
            wholes.add(new Whole(table, directory.resolve("snapshots").resolve(tag)));
        }
        return wholes;
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isSymbolicLink(directory)) {
            Files.delete(directory);
            return;
        }
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = new ArrayList<>(tree.toList());
        }
        Collections.reverse(all);
        for (Path each : all) {
            Files.delete(each);
        }
    }

    /** Sends one snapshot through all that reads it. */
    private final class Probe {
        private final AttackScene scene;
        private final TableRef table;
        private final String tag;
        private final Tally tally;
        private final Words words;
        private final HttpClient http;
        private final URI source;
        private final String query;

        Probe(AttackScene scene, TableRef table, String tag, Tally tally) {
            this.scene = scene;
            this.table = table;
            this.tag = tag;
            this.tally = tally;
            this.words = new Words(tally, List.of());
            this.http = scene.identity("operator").http();
            this.source = scene.sourceSidecar().restUri();
            this.query = "keyspace=" + table.keyspace() + "&table=" + table.table();
        }

        void run() throws Exception {
            send("GET", source + "/v1/sstables?" + query + "&snapshot=" + tag, "");
            send("GET", source + "/v1/sstables?" + query + "&range=-9:9&snapshot=" + tag, "");
            send("GET", source + "/v1/snapshots", "");
            send("GET", source + "/v1/snapshots/" + tag, "");
            String lease = source + "/v1/leases/" + tag;
            send("PUT", lease, "{\"tag\":\"" + tag + "\",\"ttl\":\"60s\"}");
            fetch(manifest());
            preview();
            send("DELETE", lease, "");
        }

        private String manifest() throws Exception {
            AttackDeadline deadline = AttackDeadline.in(BUILT_WITHIN);
            String target = source + "/v1/snapshots/" + tag + "/manifest?" + query;
            @Nullable HttpResponse<String> answer = send("GET", target, "");
            while (answer != null && answer.statusCode() == 202 && !deadline.isOver()) {
                Thread.sleep(50);
                answer = send("GET", target, "");
            }
            if (answer == null) {
                return "{}";
            }
            // The checksum of 100 GiB takes longer, and another request ends it.
            if (answer.statusCode() == 202 && !trying.contains("100 GiB")) {
                tally.heldUp("the manifest of " + trying);
            }
            return answer.body();
        }

        // Fetches each component below 1 MiB that the manifest lists.
        private void fetch(String manifest) throws Exception {
            InetSocketAddress plane = scene.sourceSidecar().dataPlane();
            String base = "https://" + plane.getHostString() + ":" + plane.getPort() + "/data/v1/snapshots/" + tag + "/"
                    + table.keyspace() + "/" + table.table() + "/";
            for (var sstable : ClientJson.mapper().readTree(manifest).path("sstables")) {
                String name = sstable.path("sstable").path("name").asText();
                for (var component : sstable.path("components")) {
                    if (component.path("bytes").asLong() < 1 << 20) {
                        send(
                                "GET",
                                base + encoded(name) + "/"
                                        + encoded(component.path("name").asText()),
                                "");
                    }
                }
            }
        }

        private void preview() throws Exception {
            TransferRequest request = TransferRequest.builder(List.of(SourceRef.at(source.toString())), List.of(table))
                    .snapshot(tag)
                    .dryRun(true)
                    .build();
            String body = ClientJson.mapper().writeValueAsString(request);
            send("POST", scene.destinationSidecar().restUri() + "/v1/transfers", body);
        }

        private @Nullable HttpResponse<String> send(String method, String target, String body) throws Exception {
            tally.sent();
            HttpRequest request = HttpRequest.newBuilder(URI.create(target))
                    .timeout(ANSWERED_WITHIN)
                    .header("Content-Type", "application/json")
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
            String what = method + " " + target.replaceFirst("https://[^/]*", "") + " with " + trying;
            try {
                HttpResponse<String> answer = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
                judge(answer, what);
                return answer;
            } catch (HttpTimeoutException e) {
                tally.heldUp(what);
            } catch (IOException e) {
                // Only the data plane may break off: it does so where a file differs from the manifest.
                tally.refused();
                if (!target.contains("/data/")) {
                    tally.breaks(what + ": " + e);
                }
            }
            return null;
        }

        private void judge(HttpResponse<String> answer, String what) throws IOException {
            String body = answer.body();
            // With 502 the destination blames the source. Tally counts 502 as a fault, and 503 as none.
            boolean ofDestination = answer.uri()
                    .getHost()
                    .equals(scene.destinationSidecar().restUri().getHost());
            int status = answer.statusCode() == 502 && ofDestination ? 503 : answer.statusCode();
            tally.answered(status, what + ": " + BrokenAnswers.shown(body));
            if (body.contains(Mutations.SECRET) || body.contains("root:x:0")) {
                tally.breaks("a file outside the snapshot was served: " + what);
            }
            if (status >= 400 && body.startsWith("{")) {
                words.check(ClientJson.mapper().readTree(body).path("detail").asText(), what);
            }
            if (!what.contains("/data/") && body.startsWith("{")) {
                for (var sstable : ClientJson.mapper().readTree(body).path("sstables")) {
                    words.check(sstable.path("problem").path("detail").asText(), what);
                }
            }
        }

        private String encoded(String part) {
            return java.net.URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
        }
    }
}
