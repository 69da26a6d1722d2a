/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/**
 * Lets the steps of a plan run on a node.
 *
 * @param digest of the plan that was read
 */
public record ClaimApprovalRequest(String digest) {}
