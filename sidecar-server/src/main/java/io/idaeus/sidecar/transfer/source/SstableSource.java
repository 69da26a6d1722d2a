/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

/** Where SSTables come from: what is there, and what brings it here. Any thread. */
public interface SstableSource extends Catalogue {
    /** One for each pull. */
    ComponentFetcher fetcher(FetchTerms terms);
}
