/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

/** Reads a node from its page. Positions are relative to the node. */
public final class PageCursor {
    private final String file;
    private final byte[] page;
    private final int node;

    /** @param node where it begins in the page */
    public PageCursor(String file, byte[] page, int node) {
        this.file = file;
        this.page = page;
        this.node = node;
    }

    public int at(int offset) {
        return node + offset;
    }

    public int u8(int offset) throws SstableException {
        int at = node + offset;
        if (at >= page.length) {
            throw corrupt("a node at " + node + " of a page does not end in its " + page.length + " bytes");
        }
        return page[at] & 0xff;
    }

    public int u16(int offset) throws SstableException {
        return u8(offset) << 8 | u8(offset + 1);
    }

    /** The pointer of this index of those that begin at an offset. */
    public long pointer(int offset, int index, int bits) throws SstableException {
        if (bits == 12) {
            int word = u16(offset + 3 * index / 2);
            return (index & 1) == 0 ? word >> 4 : word & 0xfff;
        }
        long value = 0;
        for (int i = 0; i < bits / 8; i++) {
            value = value << 8 | u8(offset + index * bits / 8 + i);
        }
        return value;
    }

    public long child(long position, long delta) throws SstableException {
        if (delta <= 0 || delta > position) {
            throw corrupt("the node at " + position + " has a child " + delta + " bytes before it");
        }
        return position - delta;
    }

    SstableException corrupt(String finding) {
        return new Cursor(file, new byte[0]).corrupt(finding);
    }
}
