/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.client.ClientJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Well-formed documents that lie. */
final class FalseDocuments {
    /** Part of the name of every file that must never be there. */
    static final String MARK = "hostile-escape";

    static final List<String> NAMES = List.of(
            "../../" + MARK,
            "../../../../../../../../../../tmp/" + MARK,
            "/tmp/" + MARK,
            "nb-1-big/../../" + MARK,
            "nb-1-big-../../" + MARK,
            "nb-1-big-Data.db/../../" + MARK,
            "..",
            ".",
            "",
            " ",
            "nb-1-big\u0000",
            "nb-1-big\n2026-01-01 INFO forged",
            "nb-1-big\u202edb",
            "nb\uff0d1\uff0dbig",
            "n\u03b2-1-big",
            "nb-1-big-Data.db",
            "nb-99999999999999999999-big",
            "nb--1-big",
            "zz-1-big",
            "nb-1-" + "b".repeat(300),
            "nb-1-big" + "g".repeat(1_000_000),
            "orders-0123/nb-1-big",
            "-rf",
            "~",
            "$(touch /tmp/" + MARK + ")",
            "%2e%2e%2f" + MARK,
            "..\\..\\" + MARK,
            "nb-1-big;" + MARK);

    private static final List<String> COMPONENTS = List.of(
            "../../" + MARK,
            "/tmp/" + MARK,
            "Data.db/../../../" + MARK,
            "SAI+../../" + MARK,
            "SAI+ba+/" + MARK,
            "..",
            ".",
            "",
            "Data.db\u0000",
            "Data.db\nforged",
            "Data.db.part",
            "Data.db-" + MARK,
            "Data.db" + "b".repeat(300),
            "D".repeat(1_000_000),
            "\uff24ata.db",
            "../Data.db",
            "Data.db/",
            "\\Data.db");

    private static final List<String> SIZES = List.of(
            "-1",
            "-9223372036854775808",
            "9223372036854775807",
            "9223372036854775808",
            "1152921504606846976",
            "0",
            "1",
            "1.5",
            "1e18",
            "\"12\"",
            "null",
            "9".repeat(1_000_000));

    interface Change {
        void of(ObjectNode document) throws IOException;
    }

    private FalseDocuments() {}

    static List<Misdeed> all() {
        List<Misdeed> all = new ArrayList<>();
        for (Stage stage : List.of(Stage.MANIFEST, Stage.LISTING)) {
            names(all, stage);
            sizes(all, stage);
            sstables(all, stage);
            tokens(all, stage);
        }
        manifests(all);
        all.addAll(FalseSlices.all());
        nodes(all);
        rings(all);
        bombs(all);
        return all;
    }

    private static void names(List<Misdeed> all, Stage stage) {
        for (String name : NAMES) {
            all.add(changed(
                    stage,
                    "SSTable named " + BrokenAnswers.shown(name),
                    document -> eachSstable(document, sstable -> info(sstable).put("name", name), 1)));
        }
        for (String name : COMPONENTS) {
            all.add(changed(
                    stage,
                    "component named " + BrokenAnswers.shown(name),
                    document -> eachComponent(document, component -> component.put("name", name), 1)));
        }
    }

    private static void sizes(List<Misdeed> all, Stage stage) {
        for (String size : SIZES) {
            all.add(rewritten(stage, "sizes " + BrokenAnswers.shown(size), "(\"bytes\":)\\d+", "$1" + size)
                    .mayEndWell());
        }
        all.add(changed(
                stage,
                "sizes overflow together",
                document -> eachComponent(document, component -> component.put("bytes", Long.MAX_VALUE / 2), 99)));
        all.add(changed(
                stage,
                "sizes one less",
                document -> eachComponent(
                        document,
                        component ->
                                component.put("bytes", component.get("bytes").asLong() - 1),
                        99)));
        all.add(changed(
                stage,
                "sizes one more",
                document -> eachComponent(
                        document,
                        component ->
                                component.put("bytes", component.get("bytes").asLong() + 1),
                        99)));
    }

    private static void sstables(List<Misdeed> all, Stage stage) {
        all.add(changed(stage, "SSTables twice", document -> {
            ArrayNode sstables = sstables(document);
            sstables.addAll(sstables.deepCopy());
        }));
        all.add(changed(
                stage,
                "components twice",
                document -> eachSstable(
                        document,
                        sstable -> {
                            ArrayNode components = components(sstable);
                            components.addAll(components.deepCopy());
                        },
                        99)));
        for (String gone : List.of("TOC.txt", "Data.db", "Statistics.db", "Digest.crc32")) {
            all.add(changed(
                            stage,
                            "no " + gone,
                            document -> eachSstable(
                                    document,
                                    sstable -> {
                                        for (int i = components(sstable).size() - 1; i >= 0; i--) {
                                            if (components(sstable)
                                                    .get(i)
                                                    .path("name")
                                                    .asText()
                                                    .equals(gone)) {
                                                components(sstable).remove(i);
                                            }
                                        }
                                    },
                                    99))
                    .mayEndWell());
        }
        all.add(changed(
                        stage,
                        "no components",
                        document -> eachSstable(
                                document, sstable -> components(sstable).removeAll(), 99))
                .mayEndWell());
        all.add(endless(stage, "ten million SSTables"));
        all.add(changed(stage, "the page names itself", document -> document.put("next", "again")));
        all.add(changed(stage, "pages without SSTables", document -> {
            sstables(document).removeAll();
            document.put("next", UUID.randomUUID().toString());
        }));
        all.add(changed(stage, "a long next", document -> document.put("next", "x".repeat(1_000_000))));
        all.add(changed(
                stage, "a next with lines", document -> document.put("next", "a\r\nX-Injected: 1\r\n\u0000 b")));
        all.add(changed(
                        stage,
                        "another format",
                        document -> eachSstable(
                                document,
                                sstable -> info(sstable).put("format", "bti").put("version", "zz"),
                                99))
                .mayEndWell());
        all.add(changed(
                        stage,
                        "other directories",
                        document ->
                                eachSstable(document, sstable -> info(sstable).put("directory", "/etc/" + MARK), 99))
                .mayEndWell());
    }

    private static void tokens(List<Misdeed> all, Stage stage) {
        for (String token :
                List.of("9223372036854775808", "-9223372036854775809", "", "x", "NaN", "1e3", "9".repeat(100_000))) {
            all.add(changed(
                    stage,
                    "token " + BrokenAnswers.shown(token),
                    document -> eachSstable(
                            document,
                            sstable -> info(sstable).withObject("/statistics").put("lastToken", token),
                            1)));
        }
        all.add(changed(
                stage,
                "tokens inverted",
                document -> eachSstable(
                        document,
                        sstable -> info(sstable)
                                .withObject("/statistics")
                                .put("firstToken", "9")
                                .put("lastToken", "-9"),
                        99)));
        all.add(changed(
                stage,
                "another partitioner",
                document -> eachSstable(
                        document,
                        sstable -> info(sstable).withObject("/statistics").put("partitioner", "RandomPartitioner\n"),
                        99)));
        all.add(changed(
                        stage,
                        "a level beyond",
                        document -> eachSstable(
                                document,
                                sstable ->
                                        info(sstable).withObject("/statistics").put("level", Integer.MAX_VALUE),
                                99))
                .mayEndWell());
    }

    private static void manifests(List<Misdeed> all) {
        all.add(changed(
                Stage.MANIFEST,
                "wrong checksums",
                document -> eachComponent(document, component -> component.put("crc32", "00000000"), 99)));
        for (String crc : List.of(
                "",
                "xyz",
                "00000000\n",
                "0".repeat(1_000_000),
                "-0000001",
                "\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10")) {
            all.add(changed(
                    Stage.MANIFEST,
                    "checksum " + BrokenAnswers.shown(crc),
                    document -> eachComponent(document, component -> component.put("crc32", crc), 99)));
        }
        for (String content : List.of("", "!!!", "AAAA", "A".repeat(3_000_000))) {
            all.add(changed(
                    Stage.MANIFEST,
                    "TOC " + BrokenAnswers.shown(content),
                    document -> eachComponent(
                            document,
                            component -> {
                                if (component.has("content")) {
                                    component.put("content", content);
                                }
                            },
                            99)));
        }
        all.add(changed(
                Stage.MANIFEST,
                "content of all",
                document -> eachComponent(document, component -> component.put("content", "AAAA"), 99)));
        all.add(changed(
                Stage.MANIFEST,
                "a Data.db as content",
                document -> eachComponent(
                        document,
                        component -> {
                            if (component.path("name").asText().equals("Data.db")) {
                                component.put("content", "AAAA").put("bytes", 3).put("crc32", "8d6cd9b8");
                            }
                        },
                        99)));
        for (int total : List.of(-1, 0, 1, 100_001, Integer.MAX_VALUE)) {
            all.add(changed(Stage.MANIFEST, "total " + total, document -> document.put("total", total)));
        }
        all.add(changed(Stage.MANIFEST, "building for ever", document -> document.put("state", "BUILDING")));
        all.add(changed(Stage.MANIFEST, "another state", document -> document.put("state", "DONE")));
        all.add(changed(Stage.MANIFEST, "another table", document -> document.put("table", "local")
                        .put("keyspace", "system")
                        .put("tableId", "../../" + MARK))
                .mayEndWell());
        all.add(changed(Stage.MANIFEST, "another tag", document -> document.put("tag", "../" + MARK))
                .mayEndWell());
        all.add(changed(Stage.MANIFEST, "another host", document -> document.put("hostId", "../" + MARK))
                .mayEndWell());
        all.add(changed(Stage.MANIFEST, "another version", document -> document.put("manifestVersion", 99))
                .mayEndWell());
        all.add(changed(Stage.MANIFEST, "other columns", document -> document.withObject("/definition")
                .withArray("columns")
                .removeAll()));
        all.add(changed(Stage.MANIFEST, "a column with lines", document -> ((ObjectNode)
                        document.withObject("/definition").withArray("columns").get(0))
                .put("name", "a\nb\u0000" + "c".repeat(100_000))));
        all.add(changed(Stage.MANIFEST, "a table of views", document -> document.withObject("/definition")
                        .putArray("flags")
                        .add("VIEW")
                        .add("CDC")
                        .add("\n"))
                .mayEndWell());
        all.add(changed(Stage.MANIFEST, "a deep type", document -> ((ObjectNode)
                        document.withObject("/definition").withArray("columns").get(0))
                .put("type", "list<".repeat(200_000) + "int" + ">".repeat(200_000))));
    }

    private static void nodes(List<Misdeed> all) {
        for (String field : List.of("hostId", "cluster", "partitioner")) {
            AtomicInteger asked = new AtomicInteger();
            all.add(changed(
                            Stage.NODE,
                            field + " is another each time",
                            node -> node.put(field, new UUID(7, asked.incrementAndGet()).toString()))
                    .mayEndWell());
            all.add(changed(Stage.NODE, field + " with lines", node -> node.put(field, "a\r\nINFO forged\u0000"))
                    .mayEndWell());
            all.add(changed(Stage.NODE, field + " a path", node -> node.put(field, "../../" + MARK))
                    .mayEndWell());
            all.add(changed(Stage.NODE, field + " of 1 MB", node -> node.put(field, "x".repeat(1_000_000)))
                    .mayEndWell());
            all.add(changed(Stage.NODE, field + " empty", node -> node.put(field, ""))
                    .mayEndWell());
        }
        for (String host : List.of(
                "127.0.0.1",
                "localhost",
                "0.0.0.0",
                "169.254.169.254",
                "",
                "::",
                "a b",
                "x".repeat(100_000),
                "127.66.6.6\u0000.x",
                "[::1]",
                "2130706433")) {
            all.add(changed(Stage.NODE, "data plane " + BrokenAnswers.shown(host), node -> node.withObject("/dataPlane")
                            .put("host", host))
                    .mayEndWell());
        }
        for (int port : List.of(-1, 0, 22, 9043, 65536, Integer.MAX_VALUE)) {
            all.add(changed(Stage.NODE, "data plane port " + port, node -> node.withObject("/dataPlane")
                    .put("port", port)));
        }
        all.add(changed(Stage.NODE, "data plane without TLS", node -> node.withObject("/dataPlane")
                        .put("tls", false))
                .mayEndWell());
        all.add(changed(Stage.NODE, "other versions", node -> {
                    node.putArray("apiVersions").add("v99");
                    node.putArray("dataPlaneVersions").add("v99");
                })
                .mayEndWell());
        all.add(changed(Stage.NODE, "no capabilities", node -> node.putArray("capabilities"))
                .mayEndWell());
    }

    private static void rings(List<Misdeed> all) {
        for (String range : List.of(
                "", ":", "9:-9", "1:1", "x:y", "9223372036854775808:0", "1:2:3", "0".repeat(1_000_000) + ":1")) {
            all.add(changed(Stage.RING, "range " + BrokenAnswers.shown(range), ring -> ((ObjectNode)
                                    ring.withArray("ranges").get(0))
                            .put("range", range))
                    .mayEndWell());
        }
        all.add(changed(Stage.RING, "no ranges", ring -> ring.putArray("ranges"))
                .mayEndWell());
        all.add(changed(Stage.RING, "nothing of its own", ring -> ring.withArray("ranges")
                        .forEach(range -> ((ObjectNode) range).put("local", false)))
                .mayEndWell());
        all.add(changed(Stage.RING, "another keyspace", ring -> ring.put("keyspace", "../" + MARK))
                .mayEndWell());
        all.add(changed(Stage.RING, "a hundred thousand ranges", ring -> {
                    ArrayNode ranges = ring.putArray("ranges");
                    for (int i = 0; i < 100_000; i++) {
                        ranges.addObject()
                                .put("range", 3L * i + ":" + (3L * i + 1))
                                .put("local", true)
                                .putArray("replicas");
                    }
                })
                .mayEndWell());
    }

    /** Documents that take many times their length in memory. */
    private static void bombs(List<Misdeed> all) {
        String texts = "[" + "\"a\",".repeat(7_000_000) + "\"a\"]";
        all.add(spliced(Stage.MANIFEST, "seven million flags", "\"flags\":\\[[^\\]]*\\]", "\"flags\":" + texts));
        all.add(spliced(
                Stage.NODE,
                "a million tokens",
                "\"tokens\":\\[[^\\]]*\\]",
                "\"tokens\":[" + "\"a\",".repeat(1_000_000) + "\"\"]"));
        all.add(spliced(
                Stage.TABLE,
                "a million flags",
                "\"flags\":\\[[^\\]]*\\]",
                "\"flags\":[" + "\"a\",".repeat(1_000_000) + "\"a\"]"));
        all.add(
                spliced(
                        Stage.RING,
                        "a million replicas",
                        "\"replicas\":\\[[^\\]]*\\]",
                        "\"replicas\":["
                                + "{\"hostId\":\"a\",\"address\":\"b\",\"datacenter\":\"c\",\"rack\":\"d\",\"status\":\"e\"},"
                                        .repeat(400_000)
                                + "{\"hostId\":\"a\",\"address\":\"b\",\"datacenter\":\"c\",\"rack\":\"d\",\"status\":\"e\"}]"));
        StringBuilder options = new StringBuilder("{");
        for (int i = 0; i < 2_000_000; i++) {
            options.append('"').append(Integer.toString(i, 36)).append("\":\"b\",");
        }
        options.append("\"x\":\"y\"}");
        all.add(spliced(
                Stage.MANIFEST,
                "two million options",
                "\"indexes\":\\[[^\\]]*\\]",
                "\"indexes\":[{\"name\":\"i\",\"kind\":\"k\",\"options\":" + options + "}]"));
        all.add(spliced(
                Stage.LISTING,
                "an empty SSTable half a million times",
                "\"sstables\":\\[",
                "\"sstables\":["
                        + ("{\"name\":\"\",\"version\":\"\",\"format\":\"\",\"directory\":\"\",\"bytes\":0,"
                                        + "\"components\":[]},")
                                .repeat(400_000)));
    }

    private static Misdeed endless(Stage stage, String name) {
        AtomicInteger generation = new AtomicInteger(1_000);
        return changed(stage, name, document -> {
            ArrayNode sstables = sstables(document);
            JsonNode first = sstables.get(0).deepCopy();
            sstables.removeAll();
            for (int i = 0; i < 250; i++) {
                JsonNode another = first.deepCopy();
                ObjectNode info = info((ObjectNode) another);
                info.put(
                        "name",
                        info.path("name").asText().replaceFirst("-[^-]+-", "-" + generation.getAndIncrement() + "-"));
                sstables.add(another);
            }
            document.put("next", Integer.toString(generation.get()));
            if (document.has("total")) {
                document.put("total", 10_000_000);
            }
        });
    }

    static Misdeed changed(Stage stage, String name, Change change) {
        return Misdeed.at(stage, name, (honest, wire) -> {
            if (honest.status() != 200) {
                wire.send(honest.bytes());
                return;
            }
            ObjectNode document = (ObjectNode) ClientJson.mapper().readTree(honest.body());
            boolean building = document.path("state").asText().equals("BUILDING");
            if (!building) {
                change.of(document);
            }
            wire.send(honest.with(document.toString().getBytes(StandardCharsets.UTF_8))
                    .bytes());
        });
    }

    private static Misdeed rewritten(Stage stage, String name, String pattern, String replacement) {
        return Misdeed.at(
                stage,
                name,
                (honest, wire) -> wire.send(honest.with(
                                honest.text().replaceAll(pattern, replacement).getBytes(StandardCharsets.UTF_8))
                        .bytes()));
    }

    static Misdeed spliced(Stage stage, String name, String pattern, String text) {
        byte[] middle = text.getBytes(StandardCharsets.US_ASCII);
        return Misdeed.at(stage, name, (honest, wire) -> {
            String[] parts = honest.text().split(pattern, 2);
            if (parts.length < 2) {
                wire.send(honest.bytes());
                return;
            }
            byte[] before = parts[0].getBytes(StandardCharsets.UTF_8);
            byte[] after = parts[1].getBytes(StandardCharsets.UTF_8);
            byte[] all = Arrays.copyOf(before, before.length + middle.length + after.length);
            System.arraycopy(middle, 0, all, before.length, middle.length);
            System.arraycopy(after, 0, all, before.length + middle.length, after.length);
            wire.send(honest.with(all).bytes());
        });
    }

    private static ArrayNode sstables(ObjectNode document) {
        return document.withArray("sstables");
    }

    // A manifest has it within, a listing is it.
    private static ObjectNode info(ObjectNode sstable) {
        return sstable.has("sstable") ? sstable.withObject("/sstable") : sstable;
    }

    private static ArrayNode components(ObjectNode sstable) {
        return sstable.withArray("components");
    }

    private static void eachSstable(ObjectNode document, Consumer<ObjectNode> change, int most) {
        ArrayNode sstables = sstables(document);
        for (int i = 0; i < Math.min(most, sstables.size()); i++) {
            change.accept((ObjectNode) sstables.get(i));
        }
    }

    private static void eachComponent(ObjectNode document, Consumer<ObjectNode> change, int most) {
        eachSstable(
                document,
                sstable -> {
                    ArrayNode components = components(sstable);
                    for (int i = 0; i < Math.min(most, components.size()); i++) {
                        change.accept((ObjectNode) components.get(i));
                    }
                },
                most);
    }
}
