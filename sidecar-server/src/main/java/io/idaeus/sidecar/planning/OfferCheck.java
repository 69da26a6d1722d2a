/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.api.ProblemType;
import io.idaeus.api.SstableFacts;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.ComponentName;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a source says before anything is made of it: paths come from its names, sizes from its numbers. A source that is
 * allowed may still be broken, or no longer what it was when it was allowed.
 */
final class OfferCheck {
    private static final Pattern HOST_ID = Pattern.compile("[0-9A-Za-z-]{1,64}");
    private static final Pattern CRC32 = Pattern.compile("[0-9a-f]{8}");

    private final Offer offer;

    private OfferCheck(Offer offer) {
        this.offer = offer;
    }

    /** @throws ProblemException PEER_FAILED, naming what was found and what was expected */
    static void check(Offer offer) {
        new OfferCheck(offer).check();
    }

    /** Whether a component's file name, joined from what somebody else said, is the name of that component and no path. */
    static boolean isFileOf(String sstable, String component) {
        Optional<ComponentName> name = ComponentName.parse(sstable + "-" + component);
        return name.isPresent()
                && name.get().sstable().toString().equals(sstable)
                && name.get().component().equals(component);
    }

    private void check() {
        expect(HOST_ID.matcher(offer.hostId()).matches(), "host id", offer.hostId(), "a UUID");
        Set<String> names = new HashSet<>();
        long total = 0;
        for (ManifestSstable sstable : offer.sstables()) {
            String name = sstable.sstable().name();
            expect(names.add(name), "SSTable", name, "each once");
            if (sstable.sstable().facts() != null) {
                tokens(name, sstable.sstable().facts());
                total += components(name, sstable);
                expect(total >= 0, "total size", Long.toString(total), "at most 2^63 bytes");
            }
        }
    }

    private void tokens(String sstable, SstableFacts facts) {
        try {
            expect(
                    Long.parseLong(facts.firstToken()) <= Long.parseLong(facts.lastToken()),
                    sstable + ": tokens",
                    facts.firstToken() + " to " + facts.lastToken(),
                    "the first not above the last");
        } catch (NumberFormatException e) {
            throw mistake(sstable + ": tokens", facts.firstToken() + " to " + facts.lastToken(), "numbers", e);
        }
    }

    private long components(String sstable, ManifestSstable manifest) {
        Set<String> names = new HashSet<>();
        long total = 0;
        for (ManifestComponent component : manifest.components()) {
            String what = sstable + "-" + component.name();
            expect(isFileOf(sstable, component.name()), "file", what, "<version>-<id>-<format>-<component>");
            expect(names.add(component.name()), "file", what, "each once");
            expect(component.bytes() >= 0, what + ": size", Long.toString(component.bytes()), "0 or more");
            // A rehearsal has no checksums.
            expect(
                    component.crc32().isEmpty()
                            || CRC32.matcher(component.crc32()).matches(),
                    what + ": CRC32",
                    component.crc32(),
                    "eight lower-case hex digits");
            total += component.bytes();
            expect(total >= 0, sstable + ": size", Long.toString(total), "at most 2^63 bytes");
        }
        return total;
    }

    private void expect(boolean fine, String what, String found, String expected) {
        if (!fine) {
            throw mistake(what, found, expected, null);
        }
    }

    private ProblemException mistake(String what, String found, String expected, @Nullable Throwable cause) {
        return new ProblemException(
                ProblemType.PEER_FAILED,
                "source %s, table %s.%s: %s \"%s\" (expected: %s). Its answer cannot be trusted; nothing was staged"
                        .formatted(
                                offer.hostId(),
                                offer.table().keyspace(),
                                offer.table().table(),
                                what,
                                found,
                                expected),
                cause);
    }
}
