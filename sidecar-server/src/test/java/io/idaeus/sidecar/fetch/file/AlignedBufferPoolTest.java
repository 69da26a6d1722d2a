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
    private static final long BUFFER_BYTES = AlignedBufferPool.BYTES + AlignedBufferPool.MAX_BLOCK;

    private final AlignedBufferPool pool = new AlignedBufferPool(2 * BUFFER_BYTES);

    @Test
    void everyBufferIsAligned() {
        for (ByteBuf buffer : List.of(take(), take())) {
            assertThat(buffer.capacity()).isEqualTo(AlignedBufferPool.BYTES);
            assertThat(buffer.nioBuffer(0, AlignedBufferPool.BYTES).alignmentOffset(0, AlignedBufferPool.MAX_BLOCK))
                    .isZero();
        }
        pool.close();
    }

    @Test
    void thereAreAsManyAsTheBudgetHolds() {
        ByteBuf first = take();
        take();

        assertThat(pool.take()).isNull();
        assertThat(pool.free()).isZero();
        pool.giveBack(first);
        assertThat(pool.free()).isEqualTo(1);
        assertThat(pool.take()).isSameAs(first);
        pool.close();
    }

    @Test
    void halfOfThemIsLeftToWhoHasNone() {
        AlignedBufferPool four = new AlignedBufferPool(4 * BUFFER_BYTES);

        assertThat(four.takeAnother()).isNotNull();
        assertThat(four.takeAnother()).isNotNull();
        assertThat(four.takeAnother()).isNull();
        assertThat(four.take()).isNotNull();
        assertThat(four.take()).isNotNull();
        assertThat(four.take()).isNull();
        four.close();
    }

    @Test
    void closingFreesWhatIsFreeAtOnceAndTheRestWhenItIsGivenBack() {
        long before = usedBytes();
        ByteBuf unused = take();
        ByteBuf used = take();
        pool.giveBack(unused);

        pool.close();
        assertThat(usedBytes() - before).isEqualTo(BUFFER_BYTES);
        used.setByte(0, 1);

        pool.giveBack(used);
        assertThat(usedBytes()).isEqualTo(before);
    }

    private ByteBuf take() {
        return Objects.requireNonNull(pool.take());
    }

    private static long usedBytes() {
        return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }
}
