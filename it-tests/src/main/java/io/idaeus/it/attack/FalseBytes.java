/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** Answers of a data plane that are not the bytes of the manifest. */
final class FalseBytes {
    private static final byte[] BLOCK = new byte[1 << 16];

    private FalseBytes() {}

    static List<Misdeed> all(Map<String, Misdeed.Act> broken) {
        List<Misdeed> all = new ArrayList<>();
        for (Stage stage : List.of(Stage.FILE, Stage.BUNDLE)) {
            bodies(all, stage);
            heads(all, stage);
        }
        Misdeed.Act wrong = (honest, wire) -> wire.send(flipped(honest).bytes());
        // The checksums of pieces are asked for only where a file in pieces is wrong.
        broken.forEach(
                (name, act) -> all.add(Misdeed.at(Stage.FILE, "wrong bytes, and then at CHECKSUMS " + name, wrong)
                        .also(Stage.CHECKSUMS, act)));
        for (String json : List.of(
                "{\"pieceBytes\":0,\"crc32\":[]}",
                "{\"pieceBytes\":-1,\"crc32\":[\"00000000\"]}",
                "{\"pieceBytes\":4194304,\"crc32\":[]}",
                "{\"pieceBytes\":4194304,\"crc32\":[\"zzzzzzzz\"]}",
                "{\"pieceBytes\":4194304,\"crc32\":[" + "\"00000000\",".repeat(1_000_000) + "\"\"]}",
                "{\"pieceBytes\":" + "9".repeat(1_000_000) + "}")) {
            all.add(Misdeed.at(Stage.FILE, "wrong bytes, and checksums " + BrokenAnswers.shown(json), wrong)
                    .also(
                            Stage.CHECKSUMS,
                            (honest, wire) -> wire.send(honest.with(json.getBytes(StandardCharsets.US_ASCII))
                                    .bytes())));
        }
        return all;
    }

    private static void bodies(List<Misdeed> all, Stage stage) {
        all.add(Misdeed.at(
                stage,
                "a bit flipped",
                (honest, wire) -> wire.send(flipped(honest).bytes())));
        all.add(Misdeed.at(
                stage,
                "zeros",
                (honest, wire) ->
                        wire.send(honest.with(new byte[honest.body().length]).bytes())));
        all.add(Misdeed.at(
                stage,
                "a byte more",
                (honest, wire) -> wire.send(honest.with(Arrays.copyOf(honest.body(), honest.body().length + 1))
                        .bytes())));
        all.add(Misdeed.at(
                stage,
                "a byte less",
                (honest, wire) ->
                        wire.send(honest.with(Arrays.copyOf(honest.body(), Math.max(0, honest.body().length - 1)))
                                .bytes())));
        all.add(Misdeed.at(
                stage,
                "nothing",
                (honest, wire) -> wire.send(honest.with(new byte[0]).bytes())));
        all.add(Misdeed.at(stage, "more than it says", (honest, wire) -> {
                    wire.send(honest.bytes());
                    wire.sendForEver(BLOCK, 0);
                })
                .mayEndWell());
        all.add(Misdeed.at(stage, "reversed", (honest, wire) -> {
            byte[] bytes = honest.body().clone();
            for (int i = 0; i < bytes.length / 2; i++) {
                bytes[i] = honest.body()[bytes.length - 1 - i];
                bytes[bytes.length - 1 - i] = honest.body()[i];
            }
            wire.send(honest.with(bytes).bytes());
        }));
        all.add(Misdeed.at(stage, "slowly and for ever", (honest, wire) -> {
            wire.send(honest.head(false) + "Content-Length: " + honest.body().length + "\r\n\r\n");
            wire.sendForEver(new byte[1], 300);
        }));
        all.add(Misdeed.at(stage, "half, and silence", (honest, wire) -> {
            byte[] bytes = honest.bytes();
            wire.send(Arrays.copyOf(bytes, bytes.length - honest.body().length / 2));
            wire.waitForEver();
        }));
        all.add(Misdeed.at(stage, "half, and closed, each time", (honest, wire) -> {
                    byte[] bytes = honest.bytes();
                    wire.send(Arrays.copyOf(bytes, bytes.length - honest.body().length / 2));
                    throw wire.closed();
                })
                .mayEndWell());
    }

    private static void heads(List<Misdeed> all, Stage stage) {
        Map<String, Map<String, String>> heads = new LinkedHashMap<>();
        heads.put("another ETag", Map.of("ETag", "\"00000000-1\""));
        heads.put("a weak ETag", Map.of("ETag", "W/\"00000000-1\""));
        heads.put("an ETag of 7 kB", Map.of("ETag", "\"" + "a".repeat(7_000) + "\""));
        heads.put("a range beyond", Map.of("Content-Range", "bytes 9223372036854775806-9223372036854775807/*"));
        heads.put("a range reversed", Map.of("Content-Range", "bytes 9-1/10"));
        heads.put("a range of nothing", Map.of("Content-Range", "bytes */10"));
        heads.put("gzip", Map.of("Content-Encoding", "gzip"));
        heads.put("multipart", Map.of("Content-Type", "multipart/byteranges; boundary=x"));
        heads.forEach((name, more) -> all.add(Misdeed.at(stage, name, (honest, wire) -> {
                    Map<String, String> headers = new LinkedHashMap<>(honest.headers());
                    headers.putAll(more);
                    wire.send(new Reply(honest.status(), headers, honest.body()).bytes());
                })
                .mayEndWell()));
        for (int status : List.of(200, 206, 304, 416, 204)) {
            all.add(Misdeed.at(
                            stage,
                            "status " + status + " instead",
                            (honest, wire) -> wire.send(new Reply(
                                            status,
                                            honest.headers(),
                                            status == 204 || status == 304 ? new byte[0] : honest.body())
                                    .bytes()))
                    .mayEndWell());
        }
    }

    private static Reply flipped(Reply honest) {
        byte[] bytes = honest.body().clone();
        if (bytes.length > 0) {
            CRC32 place = new CRC32();
            place.update(bytes);
            bytes[(int) (place.getValue() % bytes.length)] ^= 1;
        }
        return honest.with(bytes);
    }
}
