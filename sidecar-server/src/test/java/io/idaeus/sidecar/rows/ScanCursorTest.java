/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScanCursorTest {
    private static final ScanCursor CURSOR = new ScanCursor(
            ByteBuffer.wrap(new byte[] {1, 2, 3}),
            List.of(ByteBuffer.wrap(new byte[] {4}), ByteBuffer.wrap(new byte[0])),
            new BlockCutter.Open(5, new Block(-6, 7, new DigestSum(-8, 9))));

    @Test
    void itIsReadAsItWasWritten() {
        assertThat(ScanCursor.parse(CURSOR.toString())).isEqualTo(CURSOR);
        assertThat(ScanCursor.parse(ScanCursor.START.toString())).isEqualTo(ScanCursor.START);
    }

    @Test
    void whateverElseIsSentIsRefusedOrAnotherCursor() {
        byte[] bytes = Base64.getUrlDecoder().decode(CURSOR.toString());
        for (int length = 0; length < bytes.length; length++) {
            refuse(text(Arrays.copyOf(bytes, length)));
        }
        refuse(text(Arrays.copyOf(bytes, bytes.length + 1)));
        refuse("not base64!");
        Random random = new Random(2);
        for (int i = 0; i < 10_000; i++) {
            byte[] changed = bytes.clone();
            changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            readOrRefused(text(changed));
        }
    }

    private static void readOrRefused(String text) {
        try {
            assertThat(ScanCursor.parse(text)).isNotEqualTo(CURSOR);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("no cursor of a scan");
        }
    }

    private static void refuse(String text) {
        assertThatThrownBy(() -> ScanCursor.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no cursor of a scan (expected: that of the page before, unchanged)");
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
