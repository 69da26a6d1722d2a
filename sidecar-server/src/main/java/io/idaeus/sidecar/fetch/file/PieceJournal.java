/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.filemode.FileModes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which pieces of a part file are durable, and their CRC32: the file {@code <part>.pieces}, big-endian. The head names the
 * file and its layout. A record has 12 bytes: a piece's index, its CRC32, and the CRC32 of the head and both; the top bit
 * of the index revokes an earlier record. One thread at a time.
 */
public final class PieceJournal implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(PieceJournal.class);
    private static final int MAGIC = 0x49445031; // IDP1
    private static final int HEAD_BYTES = 28;
    private static final int RECORD_BYTES = 12;
    private static final int REVOKED = 1 << 31;

    private final FileChannel channel;
    private final ByteBuffer head;
    private final int[] crcs;
    private final BitSet recorded = new BitSet();

    private PieceJournal(FileChannel channel, ByteBuffer head, int pieces) {
        this.channel = channel;
        this.head = head;
        this.crcs = new int[pieces];
    }

    public static Path of(Path part) {
        return part.resolveSibling(part.getFileName() + ".pieces");
    }

    /** Drops all but the records of this file and layout. */
    public static PieceJournal open(FileTarget target, PieceLayout pieces) throws IOException {
        Path path = of(target.part());
        FileChannel channel = FileModes.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS));
        PieceJournal journal = new PieceJournal(channel, head(target, pieces), pieces.count());
        boolean handedOver = false;
        try {
            journal.read(path, Files.size(path));
            handedOver = true;
            return journal;
        } finally {
            if (!handedOver) {
                channel.close();
            }
        }
    }

    public BitSet recorded() {
        return (BitSet) recorded.clone();
    }

    public int crc32(int index) {
        return crcs[index];
    }

    /** Records forced pieces, durably. */
    public void append(List<ReceivedPiece> pieces) throws IOException {
        write(pieces, 0);
        channel.force(false);
    }

    /** Not forced: should a crash undo it, the CRC32 of the file tells. */
    public void revoke(List<ReceivedPiece> pieces) throws IOException {
        write(pieces, REVOKED);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void write(List<ReceivedPiece> pieces, int flag) throws IOException {
        ByteBuffer records = ByteBuffer.allocate(pieces.size() * RECORD_BYTES);
        for (ReceivedPiece piece : pieces) {
            int index = piece.index() | flag;
            records.putInt(index).putInt(piece.crc32()).putInt(check(index, piece.crc32()));
        }
        append(records.flip());
    }

    private void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes, channel.size());
        }
    }

    private void read(Path path, long size) throws IOException {
        ByteBuffer found = ByteBuffer.allocate((int) Math.min(size, HEAD_BYTES + 4L * RECORD_BYTES * crcs.length));
        while (found.hasRemaining() && channel.read(found, found.position()) >= 0) {
            // fill the buffer
        }
        found.flip();
        int valid = readHead(found) ? HEAD_BYTES : 0;
        if (valid > 0) {
            while (found.remaining() >= RECORD_BYTES && readRecord(found)) {
                valid += RECORD_BYTES;
            }
        }
        if (valid < size) {
            LOG.warn("{}: dropped {} of {} bytes that are not a valid journal of this file", path, size - valid, size);
            channel.truncate(valid);
        }
        if (valid == 0) {
            append(head.duplicate());
        }
    }

    private boolean readHead(ByteBuffer found) {
        if (found.remaining() < HEAD_BYTES) {
            return false;
        }
        boolean matches = found.slice(0, HEAD_BYTES).equals(head);
        found.position(HEAD_BYTES);
        return matches;
    }

    private boolean readRecord(ByteBuffer found) {
        int tagged = found.getInt();
        int crc = found.getInt();
        int index = tagged & ~REVOKED;
        if (found.getInt() != check(tagged, crc) || index >= crcs.length) {
            return false;
        }
        crcs[index] = crc;
        recorded.set(index, tagged >= 0);
        return true;
    }

    private int check(int index, int crc32) {
        CRC32 crc = new CRC32();
        crc.update(head.duplicate());
        crc.update(ByteBuffer.allocate(8).putInt(index).putInt(crc32).flip());
        return (int) crc.getValue();
    }

    private static ByteBuffer head(FileTarget target, PieceLayout pieces) {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        head.putInt(MAGIC).putLong(pieces.size()).putLong(pieces.pieceBytes()).putInt(target.identity());
        CRC32 crc = new CRC32();
        crc.update(head.duplicate().flip());
        return head.putInt((int) crc.getValue()).flip().asReadOnlyBuffer();
    }
}
