/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Where a scan goes on, also in the middle of a partition, at any sidecar of the cluster.
 *
 * @param page paging state of Cassandra; empty at the beginning
 * @param partition the last partition that was seen; empty at the beginning
 * @param open the block that has not ended
 */
public record ScanCursor(ByteBuffer page, List<ByteBuffer> partition, BlockCutter.Open open) {
    public static final ScanCursor START = new ScanCursor(ByteBuffer.allocate(0), List.of(), BlockCutter.Open.NOTHING);

    private static final int FORM = 1;
    private static final int MOST_KEY_COLUMNS = 1_000;

    /** As {@link #toString} writes it. @throws IllegalArgumentException for a message to the caller */
    public static ScanCursor parse(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            if (in.readUnsignedByte() != FORM) {
                throw new IOException("of another form");
            }
            ByteBuffer page = read(in);
            int columns = in.readInt();
            if (columns < 0 || columns > MOST_KEY_COLUMNS) {
                throw new IOException("too many key columns");
            }
            List<ByteBuffer> partition = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                partition.add(read(in));
            }
            int index = in.readInt();
            Block block = new Block(in.readLong(), in.readLong(), new DigestSum(in.readLong(), in.readLong()));
            if (index < 0 || block.rows() < 0 || in.read() != -1) {
                throw new IOException("too long");
            }
            return new ScanCursor(page, partition, new BlockCutter.Open(index, block));
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("no cursor of a scan (expected: that of the page before, unchanged)", e);
        }
    }

    private static ByteBuffer read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("cut off");
        }
        return ByteBuffer.wrap(in.readNBytes(length));
    }

    private static void write(ByteBuffer bytes, DataOutputStream out) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        out.writeInt(copy.length);
        out.write(copy);
    }

    @Override
    public String toString() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            write(page, out);
            out.writeInt(partition.size());
            for (ByteBuffer each : partition) {
                write(each, out);
            }
            out.writeInt(open.index());
            out.writeLong(open.block().right());
            out.writeLong(open.block().rows());
            out.writeLong(open.block().digest().high());
            out.writeLong(open.block().digest().low());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }
}
