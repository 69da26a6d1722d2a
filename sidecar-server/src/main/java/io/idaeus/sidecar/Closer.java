/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes resources in the reverse order of {@link #add}; one that fails does not keep the others open. */
final class Closer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Closer.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    synchronized <T extends AutoCloseable> T add(T one) {
        opened.push(one);
        return one;
    }

    @Override
    public synchronized void close() {
        while (!opened.isEmpty()) {
            AutoCloseable one = opened.pop();
            try {
                one.close();
            } catch (Exception e) {
                log.warn("Closing {} failed", one.getClass().getSimpleName(), e);
            }
        }
    }
}
