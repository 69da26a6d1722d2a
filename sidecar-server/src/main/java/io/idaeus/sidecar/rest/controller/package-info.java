/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Controllers: HTTP on the interfaces of the API, translated into operations. */
@NullMarked
package io.idaeus.sidecar.rest.controller;

import org.jspecify.annotations.NullMarked;
