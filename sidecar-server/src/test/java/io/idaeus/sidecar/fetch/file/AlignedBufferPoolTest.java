/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AlignedBufferPoolTest {
    private static final long PAIR_BYTES = 2L * (AlignedBufferPool.BYTES + AlignedBufferPool.MAX_BLOCK);

    private final AlignedBufferPool pool = new AlignedBufferPool(2 * PAIR_BYTES);

    @Test
    void everyBufferIsAligned() {
        AlignedBufferPool.Pair pair = take();

        for (ByteBuf buffer : List.of(pair.first(), pair.second())) {
            assertThat(buffer.capacity()).isEqualTo(AlignedBufferPool.BYTES);
            assertThat(buffer.nioBuffer(0, AlignedBufferPool.BYTES).alignmentOffset(0, AlignedBufferPool.MAX_BLOCK))
                    .isZero();
        }
        pool.close();
    }

    @Test
    void thereAreAsManyPairsAsTheBudgetHolds() {
        AlignedBufferPool.Pair first = take();
        take();

        assertThat(pool.take()).isNull();
        assertThat(pool.free()).isZero();
        first.giveBack();
        assertThat(pool.free()).isEqualTo(1);
        assertThat(pool.take()).isSameAs(first);
        pool.close();
    }

    @Test
    void closingFreesWhatIsFreeAtOnceAndTheRestWhenItIsGivenBack() {
        long before = usedBytes();
        AlignedBufferPool.Pair unused = take();
        AlignedBufferPool.Pair used = take();
        unused.giveBack();

        pool.close();
        assertThat(usedBytes() - before).isEqualTo(PAIR_BYTES);
        used.first().setByte(0, 1);

        used.giveBack();
        assertThat(usedBytes()).isEqualTo(before);
    }

    private AlignedBufferPool.Pair take() {
        return Objects.requireNonNull(pool.take());
    }

    private static long usedBytes() {
        return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }
}
