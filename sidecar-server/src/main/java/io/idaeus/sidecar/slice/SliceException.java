/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

/** The source's bytes contradict each other: its SSTable is damaged, or its description is wrong. */
public class SliceException extends Exception {
    private static final long serialVersionUID = 1L;

    public SliceException(String message) {
        super(message);
    }

    public SliceException(String message, Throwable cause) {
        super(message, cause);
    }
}
