/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

/**
 * A call to a sidecar failed:
 *
 * <ul>
 *   <li>{@link SidecarException}: the sidecar answered with a problem;
 *   <li>{@link SidecarUnreachableException}: the response is missing or incomplete;
 *   <li>{@link ManifestNotReadyException}: the sidecar was still computing a manifest when the wait ended;
 *   <li>{@link TransferNotEndedException}: a transfer still ran when the wait ended.
 * </ul>
 *
 * <p>An interrupt is a {@link java.util.concurrent.CancellationException} instead, with the interrupt flag set.
 */
public abstract sealed class SidecarCallException extends RuntimeException
        permits SidecarException, SidecarUnreachableException, ManifestNotReadyException, TransferNotEndedException {

    SidecarCallException(String message) {
        super(message);
    }

    SidecarCallException(String message, Throwable cause) {
        super(message, cause);
    }
}
