/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.offer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.name.ComponentName;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks pages before anything is selected from them: even an allowed source may be compromised. Keeps only names of earlier pages.
 */
public final class OfferCheck {
    private static final Pattern HOST_ID = Pattern.compile("[0-9A-Za-z-]{1,64}");

    // SSTables of one table at one source.
    private static final int MOST = 100_000;

    private static final int LONGEST_SHOWN = 100;

    private final Offer offer;
    private final Set<String> names = new HashSet<>();
    private @Nullable TableDefinition definition;
    private @Nullable Integer announced;
    private long bytes;
    private boolean ended;

    /** @throws ProblemException PEER_FAILED, as all methods */
    public OfferCheck(Offer offer) {
        this.offer = offer;
        expect(HOST_ID.matcher(offer.hostId()).matches(), "host id", offer.hostId(), "a UUID");
    }

    public boolean isNew() {
        return definition == null;
    }

    public void check(OfferPage page) {
        if (ended) {
            throw new IllegalStateException("a page of " + offer.hostId() + " after its last");
        }
        expect(
                definition == null || definition.equals(page.definition()),
                "table",
                "another table definition",
                "the definition of the first page");
        expect(
                page.last() || !page.sstables().isEmpty(),
                "SSTables",
                "none, and another page",
                "some, or the last page");
        definition = page.definition();
        Integer total = page.total();
        checkTotal(total);
        page.sstables().forEach(this::check);
        ended = page.last();
        int most = total == null ? MOST : total;
        expect(
                names.size() <= most,
                "SSTables",
                names.size() + ", and more to come",
                total == null ? "at most " + MOST : total + " as it says");
        if (ended && total != null) {
            expect(names.size() == total, "SSTables", Integer.toString(names.size()), total + " as it says");
        }
    }

    // A source that announces much, or never ends, must not fill this node's memory page by page.
    private void checkTotal(@Nullable Integer total) {
        if (total == null) {
            return;
        }
        expect(total >= 0 && total <= MOST, "total", total.toString(), "0 to " + MOST + " SSTables");
        Integer known = announced;
        expect(known == null || known.equals(total), "total", total.toString(), known + " as on the first page");
        announced = total;
    }

    public void checkEnded() {
        expect(ended, "SSTables", names.size() + " and no last page", "pages up to the last");
    }

    /** Whether the joined name is that component's, and no path. */
    public static boolean isFileOf(String sstable, String component) {
        Optional<ComponentName> name = ComponentName.parse(sstable + "-" + component);
        return name.isPresent()
                && name.get().descriptor().toString().equals(sstable)
                && name.get().component().equals(component);
    }

    private void check(ManifestSstable sstable) {
        String name = sstable.sstable().name();
        expect(isFileOf(name, "Data.db"), "file", name, "<version>-<id>-<format>");
        expect(names.add(name), "SSTable", name, "each once");
        SstableStatistics statistics = sstable.sstable().statistics();
        if (statistics != null) {
            tokens(name, statistics);
            bytes += components(name, sstable);
            expect(bytes >= 0, "total size", Long.toString(bytes), "at most 2^63 bytes");
        }
    }

    private void tokens(String sstable, SstableStatistics statistics) {
        try {
            expect(
                    Long.parseLong(statistics.firstToken()) <= Long.parseLong(statistics.lastToken()),
                    sstable + ": tokens",
                    statistics.firstToken() + " to " + statistics.lastToken(),
                    "the first not above the last");
        } catch (NumberFormatException e) {
            throw mistake(
                    sstable + ": tokens", statistics.firstToken() + " to " + statistics.lastToken(), "numbers", e);
        }
        timestamp(sstable, statistics.minTimestamp());
        timestamp(sstable, statistics.maxTimestamp());
    }

    private void timestamp(String sstable, String micros) {
        try {
            Long.parseLong(micros);
        } catch (NumberFormatException e) {
            throw mistake(sstable + ": timestamp", micros, "microseconds", e);
        }
    }

    private long components(String sstable, ManifestSstable manifest) {
        Set<String> seen = new HashSet<>();
        long total = 0;
        for (ManifestComponent component : manifest.components()) {
            String what = sstable + "-" + component.name();
            expect(isFileOf(sstable, component.name()), "file", what, "<version>-<id>-<format>-<component>");
            expect(seen.add(component.name()), "file", what, "each once");
            expect(component.bytes() >= 0, what + ": size", Long.toString(component.bytes()), "0 or more");
            // A dry run has no checksums.
            expect(
                    component.crc32().isEmpty() || Crc32.isText(component.crc32()),
                    what + ": CRC32",
                    component.crc32(),
                    "eight lower-case hex digits");
            content(what, component);
            total += component.bytes();
            expect(total >= 0, sstable + ": size", Long.toString(total), "at most 2^63 bytes");
        }
        return total;
    }

    // Whether the bytes are those of the checksum is found where they are written, as for all components.
    private void content(String what, ManifestComponent component) {
        String content = component.content();
        if (content == null) {
            return;
        }
        try {
            long found = Base64.getDecoder().decode(content).length;
            expect(found == component.bytes(), what + ": content", found + " bytes", component.bytes() + " bytes");
        } catch (IllegalArgumentException e) {
            throw mistake(what + ": content", content, "Base64", e);
        }
    }

    private static String shown(String text) {
        return OneLine.of(text, LONGEST_SHOWN);
    }

    private void expect(boolean fine, String what, String found, String expected) {
        if (!fine) {
            throw mistake(what, found, expected, null);
        }
    }

    private ProblemException mistake(String what, String found, String expected, @Nullable Throwable cause) {
        return new ProblemException(
                ProblemType.PEER_FAILED,
                "source %s, table %s.%s: %s \"%s\" (expected: %s). The source cannot be trusted, and nothing was staged; check its version and its disks"
                        .formatted(
                                shown(offer.hostId()),
                                offer.table().keyspace(),
                                offer.table().table(),
                                shown(what),
                                shown(found),
                                expected),
                cause);
    }
}
