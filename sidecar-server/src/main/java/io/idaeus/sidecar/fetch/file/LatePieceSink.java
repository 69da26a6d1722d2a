/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.fetch.request.PeerCallException;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A piece whose sink is made when its response is the next to arrive. Its request may be sent long before that, and buffers
 * are scarce.
 */
final class LatePieceSink implements PieceSink {
    private final PieceRange range;
    private final Supplier<PieceSink> maker;
    private @Nullable PieceSink made;

    /** @param maker called once, on the event loop of the first exchange */
    LatePieceSink(PieceRange range, Supplier<PieceSink> maker) {
        this.range = range;
        this.maker = maker;
    }

    @Override
    public void attach(Executor loop, Runnable resume) {
        if (made == null) {
            made = maker.get();
        }
        made.attach(loop, resume);
    }

    @Override
    public long first() {
        return range.first();
    }

    @Override
    public long position() {
        return made == null ? range.first() : made.position();
    }

    @Override
    public long end() {
        return range.end();
    }

    @Override
    public boolean lends() {
        return made != null && made.lends();
    }

    @Override
    public boolean isFull() {
        return made != null && made.isFull();
    }

    @Override
    public @Nullable ByteBuf lend(int most) {
        return made == null ? null : made.lend(most);
    }

    @Override
    public void append(ByteBuf bytes) throws IOException, PeerCallException {
        made().append(bytes);
    }

    @Override
    public void restart() throws IOException {
        made().restart();
    }

    @Override
    public void settle(Settled listener) {
        if (made == null) {
            listener.settled(null);
        } else {
            made.settle(listener);
        }
    }

    @Override
    public int crc32() {
        return made().crc32();
    }

    @Override
    public long reported() {
        return made == null ? 0 : made.reported();
    }

    @Override
    public void close() {
        if (made != null) {
            made.close();
        }
    }

    private PieceSink made() {
        if (made == null) {
            throw new IllegalStateException("not attached to an exchange");
        }
        return made;
    }
}
