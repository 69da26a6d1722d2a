/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One way to deceive the sidecar that asks.
 *
 * @param acts what is answered at these stages; at all others it is the truth
 * @param harmless whether a transfer may complete all the same, since only proven bytes can be imported
 */
record Misdeed(String name, Map<Stage, Act> acts, boolean harmless) {
    /** Answers a request. When it returns, the connection is kept; when it throws, it is closed. */
    interface Act {
        void answer(Reply honest, Wire wire) throws IOException, InterruptedException;
    }

    /** The connection to the sidecar. */
    record Wire(OutputStream out, BooleanSupplier over) {
        void send(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Until the sidecar closes the connection, or the misdeed is over. */
        void sendForEver(byte[] bytes, long pauseMillis) throws IOException, InterruptedException {
            while (!over.getAsBoolean()) {
                send(bytes);
                if (pauseMillis > 0) {
                    Thread.sleep(pauseMillis);
                }
            }
            throw closed();
        }

        void waitForEver() throws IOException, InterruptedException {
            while (!over.getAsBoolean()) {
                Thread.sleep(50);
            }
            throw closed();
        }

        /** To be thrown: the connection is closed. */
        IOException closed() {
            return new IOException("closed on purpose");
        }
    }

    static Misdeed at(Stage stage, String name, Act act) {
        return new Misdeed(stage + ": " + name, Map.of(stage, act), false);
    }

    Misdeed also(Stage stage, Act act) {
        Map<Stage, Act> both = new TreeMap<>(acts);
        both.put(stage, act);
        return new Misdeed(name, both, harmless);
    }

    Misdeed mayEndWell() {
        return new Misdeed(name, acts, true);
    }

    /** Whether a transfer has to cut SSTables to meet it. */
    boolean isOfSlices() {
        return acts.containsKey(Stage.SLICES);
    }

    boolean isOf(List<Stage> stages) {
        return stages.containsAll(acts.keySet());
    }
}
