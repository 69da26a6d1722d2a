/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

/** Why a call to a peer failed. */
public enum CallFailure {
    /** The connection or its TLS handshake failed. */
    UNREACHABLE,
    /** No byte for the idle timeout. */
    TIMED_OUT,
    /** The connection ended before the response. */
    CONNECTION_LOST,
    /** 429 or 5xx. */
    PEER_BUSY,
    /** 404 or 410. */
    GONE,
    /** 401 or 403. */
    FORBIDDEN,
    /** 409, 412, 416 or another entity tag. */
    CHANGED,
    /** The response does not answer the request. */
    PROTOCOL
}
