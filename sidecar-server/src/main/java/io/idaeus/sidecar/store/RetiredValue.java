/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A value of an enum that only records of earlier versions have. It is read as another one; the first warns. */
public final class RetiredValue<E extends Enum<E>> extends DeserializationProblemHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RetiredValue.class);

    private final Class<E> type;
    private final String name;
    private final E meaning;
    private final String warning;
    private final AtomicBoolean warned = new AtomicBoolean();

    public RetiredValue(String name, E meaning, String warning) {
        this.type = meaning.getDeclaringClass();
        this.name = name;
        this.meaning = meaning;
        this.warning = warning;
    }

    @Override
    public Object handleWeirdStringValue(DeserializationContext context, Class<?> wanted, String value, String failure)
            throws IOException {
        if (wanted != type || !value.equals(name)) {
            return NOT_HANDLED;
        }
        if (warned.compareAndSet(false, true)) {
            LOG.warn(warning);
        }
        return meaning;
    }
}
