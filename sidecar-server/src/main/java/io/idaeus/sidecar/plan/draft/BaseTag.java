/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

/** Names the snapshot of what a new node had before it joined, where it passes ranges on to another one. */
public final class BaseTag {
    private static final int LENGTH = 32;

    private BaseTag() {}

    /** @param digest of the plan: whoever obeys it knows the tag */
    public static String of(String digest) {
        String hex = digest.substring(digest.indexOf(':') + 1);
        return "plan-base-" + hex.substring(0, Math.min(LENGTH, hex.length()));
    }
}
