/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

/**
 * A call to a sidecar that did not give what was asked for. Unchecked, so that calls compose in streams; sealed, so that
 * whoever handles it can tell every kind apart:
 *
 * <ul>
 *   <li>{@link SidecarException}: the sidecar answered, and said no;
 *   <li>{@link SidecarUnreachableException}: no answer, or half of one;
 *   <li>{@link ManifestNotReadyException}: a manifest was still being made when the wait for it ended.
 * </ul>
 *
 * <p>An interrupt is no failure of the call: it surfaces as {@link java.util.concurrent.CancellationException}, with the
 * thread's interrupt flag set.
 */
public abstract sealed class SidecarCallException extends RuntimeException
        permits SidecarException, SidecarUnreachableException, ManifestNotReadyException {

    SidecarCallException(String message) {
        super(message);
    }

    SidecarCallException(String message, Throwable cause) {
        super(message, cause);
    }
}
