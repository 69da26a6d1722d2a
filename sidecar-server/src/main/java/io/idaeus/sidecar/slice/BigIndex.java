/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.slice.out.OutFile;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.slice.out.SummaryWriter;
import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.IndexEntries;
import io.idaeus.sidecar.sstable.index.Run;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import java.io.IOException;
import java.util.zip.CRC32;

/** Index.db and Summary.db. Only the positions of partitions change; the index of a partition's rows is relative to it. */
final class BigIndex implements SliceIndex {
    private static final int BLOCK = 256 << 10;

    private final SstableRuns runs;
    private final ComponentFile entriesFile;
    private final IndexEntries entries;
    private final OutFile index;
    private final SummaryWriter summary;
    private final SliceKeys keys;
    private final SliceStatistics statistics;
    private final CRC32 crc = new CRC32();
    private final ByteWriter head = new ByteWriter(64);

    BigIndex(SliceSource source, SliceFiles files, SliceKeys keys, SliceStatistics statistics)
            throws IOException, SstableException {
        this.runs = source.runs();
        this.keys = keys;
        this.statistics = statistics;
        summary = new SummaryWriter(files, source.minIndexInterval());
        index = files.create("Index.db");
        entriesFile = ComponentFile.open(source.index());
        entries = new IndexEntries(entriesFile, BLOCK);
    }

    @Override
    public String file() {
        return "Index.db";
    }

    @Override
    public void copy(Pipeline pipeline) throws IOException, SliceException, SstableException, InterruptedException {
        if (entriesFile.size() != runs.indexLength()) {
            throw new SliceException("Index.db: " + entriesFile.size() + " bytes of the runs were fetched (expected: "
                    + runs.indexLength() + ")");
        }
        long base = 0;
        long from = 0;
        for (Run run : runs.runs()) {
            copy(run, base, from, pipeline);
            base += run.dataLength();
            from += run.indexTo() - run.indexFrom();
        }
        if (!Crc32.of(crc).equals(runs.index())) {
            throw new SliceException(
                    "Index.db: the CRC32 of the runs is " + Crc32.of(crc) + " (expected: " + runs.index() + ")");
        }
    }

    /**
     * @param base where the run begins in the slice's Data.db
     * @param from where its entries begin in the fetched ones
     */
    private void copy(Run run, long base, long from, Pipeline pipeline)
            throws IOException, SliceException, SstableException, InterruptedException {
        long end = from + run.indexTo() - run.indexFrom();
        long last = -1;
        while (entries.end() < end) {
            if (!entries.next() || entries.end() > end) {
                throw new SliceException(
                        "Index.db: no entry of the run from " + run.indexFrom() + " ends with it, at " + run.indexTo());
            }
            long position = entries.position();
            if (last < 0 ? position != run.dataFrom() : position <= last || position >= run.dataTo()) {
                throw new SliceException("Index.db: the entry at " + (entries.start() - from + run.indexFrom())
                        + " names position " + position + " of Data.db (expected: "
                        + (last < 0
                                ? run.dataFrom() + ", where its run begins)"
                                : "after " + last + " and before " + run.dataTo() + ")"));
            }
            if (last >= 0) {
                statistics.add(position - last);
            }
            last = position;
            write(base + position - run.dataFrom(), pipeline);
        }
        statistics.add(run.dataTo() - last);
    }

    private void write(long position, Pipeline pipeline)
            throws IOException, SliceException, SstableException, InterruptedException {
        byte[] key = entries.key();
        keys.add(file(), key);
        summary.add(key, index.position());
        pipeline.partition(new Partition(position, key));
        int rowsInBlock = entries.rowsInBlock();
        crc.update(entries.block(), entries.headOffset(), (int) (entries.rowsAt() - entries.start()) + rowsInBlock);
        head.clear();
        head.u16(key.length).bytes(key).vint(position);
        index.write(head.buffer(), 0, head.length());
        index.write(entries.block(), entries.rowsOffset(), rowsInBlock);
        for (long at = entries.rowsAt() + rowsInBlock; at < entries.end(); ) {
            byte[] rows = entriesFile.read(at, (int) Math.min(BLOCK, entries.end() - at));
            crc.update(rows);
            index.write(rows);
            at += rows.length;
        }
    }

    @Override
    public void finish() throws IOException {
        index.finish();
        summary.finish(keys.first(), keys.last());
    }

    @Override
    public void close() throws SstableException {
        entriesFile.close();
    }
}
