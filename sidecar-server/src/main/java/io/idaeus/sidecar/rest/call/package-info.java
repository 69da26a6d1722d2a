/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The filters that every call passes: who calls, how often, from which connection, in which thread. */
@NullMarked
package io.idaeus.sidecar.rest.call;

import org.jspecify.annotations.NullMarked;
