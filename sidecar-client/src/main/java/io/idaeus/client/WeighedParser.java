/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a document before what is read from it takes more than so many bytes of the heap. A short text takes four bytes
 * of a document and fifty of the heap, so that a bound of a document's length alone is none.
 */
final class WeighedParser extends JsonParserDelegate {

    /** Header, list or fields, and the reference to it. */
    private static final int OBJECT = 48;
    /** Two headers, the array's length, the hash, and the reference to it. */
    private static final int TEXT = 48;

    private static final int NUMBER = 16;
    /** A text, an entry of a map, an entry of the parser's own table, and one of {@link #names}. */
    private static final int NEW_NAME = 200;

    private final long most;
    private final Set<String> names = new HashSet<>();
    private long weight;

    /** @param most how many bytes of the heap the values may take */
    WeighedParser(JsonParser parser, long most) {
        super(parser);
        this.most = most;
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        if (token == null) {
            return null;
        }
        weight += switch (token) {
            case START_OBJECT, START_ARRAY -> OBJECT;
            case VALUE_STRING -> TEXT + textBytes();
            case FIELD_NAME -> names.add(delegate.currentName()) ? NEW_NAME : 0;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NUMBER;
            default -> 0;
        };
        if (weight > most) {
            throw new StreamConstraintsException(
                    "a document whose values take more than %d bytes of the heap".formatted(most),
                    delegate.currentLocation());
        }
        return token;
    }

    // The JVM keeps a text in one byte for each character where all are Latin-1, else in two.
    private long textBytes() throws IOException {
        char[] buffer = delegate.getTextCharacters();
        int from = delegate.getTextOffset();
        int length = delegate.getTextLength();
        for (int i = from; i < from + length; i++) {
            if (buffer[i] > 0xFF) {
                return 2L * length;
            }
        }
        return length;
    }

    @Override
    public @Nullable JsonToken nextValue() throws IOException {
        JsonToken token = nextToken();
        return token == JsonToken.FIELD_NAME ? nextToken() : token;
    }
}
