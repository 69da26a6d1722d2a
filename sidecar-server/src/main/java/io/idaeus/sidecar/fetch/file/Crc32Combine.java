/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/**
 * CRC32 of two sequences in a row, from the CRC32 of each: {@code crc32_combine_gen} and {@code crc32_combine_op} of zlib
 * 1.2.12 (crc32.c, Mark Adler). Appending n bytes multiplies by x^8n modulo the CRC's polynomial over GF(2).
 */
final class Crc32Combine {
    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int ONE = 1 << 31;

    // x^(2^n) for n from 0 to 31; the powers repeat after that.
    private static final int[] SQUARES = squares();

    private Crc32Combine() {}

    /** For appending that many bytes. */
    static int operator(long bytes) {
        int product = ONE;
        int square = 3;
        for (long n = bytes; n != 0; n >>>= 1) {
            if ((n & 1) != 0) {
                product = multiply(SQUARES[square & 31], product);
            }
            square++;
        }
        return product;
    }

    // operator: of the second's length
    static int combine(int first, int second, int operator) {
        return multiply(operator, first) ^ second;
    }

    // a · b modulo the polynomial, with reflected bits; a is not 0.
    private static int multiply(int a, int b) {
        int product = 0;
        int term = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= term;
            }
            term = (term & 1) != 0 ? term >>> 1 ^ POLYNOMIAL : term >>> 1;
        }
        return product;
    }

    private static int[] squares() {
        int[] squares = new int[32];
        squares[0] = ONE >>> 1;
        for (int n = 1; n < squares.length; n++) {
            squares[n] = multiply(squares[n - 1], squares[n - 1]);
        }
        return squares;
    }
}
