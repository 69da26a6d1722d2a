/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts rows, in the order of their tokens, into blocks: of about a number of rows each, or at given tokens. Blocks end
 * between tokens, so two copies of a table can be cut at the same places. Not thread-safe.
 */
public final class BlockCutter {
    private final int rowsPerBlock;
    private final List<Long> rights;
    private final long end;
    private final List<Block> closed = new ArrayList<>();
    private int index;
    private Block open;

    private BlockCutter(int rowsPerBlock, List<Long> rights, long end, Open from) {
        this.rowsPerBlock = rowsPerBlock;
        this.rights = rights;
        this.end = end;
        this.index = from.index();
        this.open = from.block();
    }

    /**
     * How far a cutter is.
     *
     * @param index of the given token at which the block ends
     * @param block its right end is the last token that was seen
     */
    public record Open(int index, Block block) {
        public static final Open NOTHING = new Open(0, new Block(Long.MIN_VALUE, 0, DigestSum.ZERO));
    }

    /** @param end right end of the last block */
    public static BlockCutter every(int rows, long end, Open from) {
        return new BlockCutter(rows, List.of(), end, from);
    }

    /** @param rights right ends of all blocks, ascending */
    public static BlockCutter at(List<Long> rights, Open from) {
        return new BlockCutter(Integer.MAX_VALUE, List.copyOf(rights), rights.get(rights.size() - 1), from);
    }

    public void add(long token, DigestSum row) {
        if (rights.isEmpty()) {
            if (open.rows() >= rowsPerBlock && token != open.right()) {
                close(open.right());
            }
        } else {
            closeBefore(token);
        }
        open = new Block(token, open.rows(), open.digest()).plus(row);
    }

    /** All rows were added. */
    public void end() {
        if (rights.isEmpty()) {
            close(end);
        } else {
            while (index < rights.size()) {
                close(rights.get(index));
            }
        }
    }

    private void closeBefore(long token) {
        while (token > rights.get(index)) {
            close(rights.get(index));
        }
    }

    private void close(long right) {
        closed.add(new Block(right, open.rows(), open.digest()));
        open = Open.NOTHING.block();
        index++;
    }

    /** The blocks that have all their rows, in order. */
    public List<Block> closed() {
        return List.copyOf(closed);
    }

    /** The state from which a later cutter continues. */
    public Open open() {
        return new Open(index, open);
    }
}
