/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

/**
 * A file of an SSTable.
 *
 * @param name for instance {@code Data.db}
 */
public record Component(String name, FileStamp stamp) {
    private static final FileStamp NO_STAMP = new FileStamp(0, 0, 0, 0);

    public static final ComponentPacking<Component> PACKING = new ComponentPacking<>(new Stamps());

    /** Bytes. */
    public long size() {
        return stamp.size();
    }

    private static final class Stamps implements ComponentPacking.Numbers<Component> {
        @Override
        public int count() {
            return 4;
        }

        @Override
        public Component common(Component component) {
            return new Component(component.name(), NO_STAMP);
        }

        @Override
        public void put(Component component, long[] into, int at) {
            FileStamp stamp = component.stamp();
            into[at] = stamp.device();
            into[at + 1] = stamp.inode();
            into[at + 2] = stamp.size();
            into[at + 3] = stamp.modified();
        }

        @Override
        public Component with(Component common, long[] from, int at) {
            return new Component(common.name(), new FileStamp(from[at], from[at + 1], from[at + 2], from[at + 3]));
        }
    }
}
