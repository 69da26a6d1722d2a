/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Replacements by plans on a real ring while something breaks: {@code make test-faults PLANS=}. */
@NullMarked
package io.idaeus.it.planfaults;

import org.jspecify.annotations.NullMarked;
