/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Descriptions of slices that lie about where partitions are. */
final class FalseSlices {
    private static final int MUTANTS = 60;
    private static final List<Long> NUMBERS = List.of(-1L, 0L, 1L << 20, 1L << 40, Long.MAX_VALUE);

    private FalseSlices() {}

    static List<Misdeed> all() {
        List<Misdeed> all = new ArrayList<>();
        answers(all);
        ends(all);
        runs(all);
        bytes(all);
        // Cassandra filters less well by the one, and sizes its next summary by the other.
        for (long number : NUMBERS) {
            all.add(parts("a filter of " + number + " words", parts -> parts.withObject("/filter")
                            .put("words", number))
                    .mayEndWell());
            all.add(parts("minIndexInterval " + number, parts -> parts.put("minIndexInterval", number))
                    .mayEndWell());
        }
        all.add(parts("no filter", parts -> parts.remove("filter")).mayEndWell());
        for (int seed = 0; seed < MUTANTS; seed++) {
            Random random = new Random(seed);
            all.add(parts("mutant " + seed, parts -> mutate(parts, random)).mayEndWell());
        }
        return all;
    }

    private static void answers(List<Misdeed> all) {
        all.add(answer("no slices", answer -> answer.putArray("slices")));
        all.add(answer("slices twice", answer -> answer.withArray("slices")
                        .addAll(answer.withArray("slices").deepCopy()))
                .mayEndWell());
        all.add(each("another SSTable", slice -> slice.put("sstable", "nb-77-big")));
        all.add(each("a hostile name", slice -> slice.put("sstable", "../../" + FalseDocuments.MARK)));
        for (String extent : List.of("NONE", "WHOLE", "UNKNOWN", "MOST", "")) {
            all.add(each("extent " + extent, slice -> slice.put("extent", extent)));
            all.add(each("extent " + extent + ", no parts", slice -> slice.put("extent", extent)
                    .remove("parts")));
        }
        all.add(each("a problem with lines", slice -> slice.put("extent", "UNKNOWN")
                .putObject("problem")
                .put("code", "CORRUPT\n")
                .put("detail", "a\r\nINFO forged\u0000")));
        all.add(FalseDocuments.spliced(
                Stage.SLICES,
                "a million runs",
                "\"runs\":\\[",
                "\"runs\":["
                        + "{\"indexFrom\":0,\"indexTo\":1,\"dataFrom\":0,\"dataTo\":1,\"next\":\"00\"},"
                                .repeat(1_000_000)));
        all.add(FalseDocuments.spliced(
                Stage.SLICES,
                "a million ranges of Data.db",
                "\"data\":\\[",
                "\"data\":[" + "{\"from\":0,\"to\":1},".repeat(1_000_000)));
    }

    private static void ends(List<Misdeed> all) {
        for (String end : List.of("firstKey", "lastKey")) {
            for (String key : List.of("", "z", "0", "00", "00".repeat(70_000), "0000000000000007")) {
                all.add(parts(end + " " + BrokenAnswers.shown(key), parts -> parts.put(end, key)));
            }
        }
        for (long number : NUMBERS) {
            all.add(parts("partitions " + number, parts -> parts.put("partitions", number)));
        }
    }

    private static void runs(List<Misdeed> all) {
        all.add(parts("no runs", parts -> parts.putArray("runs")));
        all.add(parts("a run less", parts -> parts.withArray("runs").remove(0)));
        all.add(parts("runs twice", parts -> parts.withArray("runs")
                .addAll(parts.withArray("runs").deepCopy())));
        for (String field : List.of("indexFrom", "indexTo", "dataFrom", "dataTo")) {
            for (long step : List.of(-1L, 1L, 4_096L, Long.MAX_VALUE / 2)) {
                all.add(run(
                        field + " off by " + step,
                        run -> run.put(field, run.get(field).asLong() + step)));
            }
        }
        all.add(run("another next", run -> run.put("next", "0000000000000007")));
        all.add(run("no next", run -> run.remove("next")));
        for (String crc : List.of("00000000", "", "x", "0".repeat(100_000))) {
            all.add(parts("indexCrc32 " + BrokenAnswers.shown(crc), parts -> parts.put("indexCrc32", crc)));
        }
    }

    private static void bytes(List<Misdeed> all) {
        all.add(parts("no bytes", parts -> parts.putArray("data")));
        for (String end : List.of("from", "to")) {
            for (long step : List.of(-1L, 1L, -16_384L, Long.MAX_VALUE / 2)) {
                Misdeed beside = parts("bytes " + end + " " + step + " beside", parts -> {
                    ObjectNode range = (ObjectNode) parts.withArray("data").get(0);
                    range.put(end, range.get(end).asLong() + step);
                });
                boolean more = end.equals("from") ? step < 0 : step > 0;
                all.add(more ? beside.mayEndWell() : beside);
            }
        }
    }

    // Another value in one place, or none.
    private static void mutate(ObjectNode parts, Random random) {
        JsonNode at = parts;
        while (true) {
            if (at instanceof ArrayNode array) {
                int index = random.nextInt(array.size());
                if (random.nextInt(6) == 0) {
                    array.remove(index);
                    return;
                }
                at = array.get(index);
            } else {
                ObjectNode object = (ObjectNode) at;
                List<String> names = new ArrayList<>();
                object.fieldNames().forEachRemaining(names::add);
                String name = names.get(random.nextInt(names.size()));
                JsonNode value = object.get(name);
                if (value.isContainerNode() && !value.isEmpty()) {
                    at = value;
                } else {
                    mutate(object, name, value, random);
                    return;
                }
            }
        }
    }

    private static void mutate(ObjectNode object, String name, JsonNode value, Random random) {
        if (random.nextInt(8) == 0) {
            object.remove(name);
        } else if (value.isNumber()) {
            long step = random.nextLong(1, 1L << random.nextInt(1, 40));
            object.put(name, value.asLong() + (random.nextBoolean() ? step : -step));
        } else {
            byte[] bytes = HexFormat.of().parseHex(value.asText());
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            object.put(name, HexFormat.of().formatHex(bytes));
        }
    }

    private static Misdeed answer(String name, Consumer<ObjectNode> change) {
        return FalseDocuments.changed(Stage.SLICES, name, change::accept);
    }

    private static Misdeed each(String name, Consumer<ObjectNode> change) {
        return answer(name, answer -> answer.withArray("slices").forEach(slice -> change.accept((ObjectNode) slice)));
    }

    private static Misdeed parts(String name, Consumer<ObjectNode> change) {
        return each(name, slice -> {
            if (slice.has("parts")) {
                change.accept(slice.withObject("/parts"));
            }
        });
    }

    private static Misdeed run(String name, Consumer<ObjectNode> change) {
        return parts(
                name,
                parts -> change.accept((ObjectNode) parts.withArray("runs").get(0)));
    }
}
