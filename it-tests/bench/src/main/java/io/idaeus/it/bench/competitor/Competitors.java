/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.competitor.IdaeusWithImport.Check;
import io.idaeus.it.bench.measure.Ends;
import java.util.List;

public final class Competitors {
    public static final List<String> DEFAULT = List.of(
            "idaeus",
            "idaeus-throttled",
            "idaeus-buffered",
            "idaeus-tls",
            "c-limit",
            "c-limit-direct",
            "cp",
            "rsync",
            "rsync-fsync",
            "nginx-curl",
            "nginx-curl-tls",
            "openssl-curl",
            "scp",
            "rsync-ssh",
            "cassandra",
            "idaeus-with-import",
            "idaeus-with-import-verify");

    public static final List<String> COMPARED = List.of("idaeus");

    static final List<String> ON_LINKS = List.of(
            "idaeus", "idaeus-adaptive", "idaeus-buffered", "c-limit", "c-limit-direct", "rsync", "rsync-fsync");

    private Competitors() {}

    /** @param rate bytes per second, for throttled competitors */
    public static Competitor named(String name, int connections, long rate) {
        return named(name, connections, rate, Ends.LOOPBACK);
    }

    /** On a link: those that do not depend on loopback. */
    public static Competitor onLink(String name, int connections, Ends ends) {
        if (!ON_LINKS.contains(name)) {
            throw new IllegalArgumentException(
                    "COMPETITORS: " + name + " cannot run on a link (expected: some of " + ON_LINKS + ")");
        }
        return named(name, connections, 0, ends);
    }

    private static Competitor named(String name, int connections, long rate, Ends ends) {
        return switch (name) {
            case "idaeus",
                    "idaeus-adaptive",
                    "idaeus-zstd",
                    "idaeus-throttled",
                    "idaeus-throttled-zstd",
                    "idaeus-buffered",
                    "idaeus-tls",
                    "idaeus-tls-zstd" ->
                new IdaeusCompetitor(
                        SidecarBuild.current(), IdaeusCompetitor.Variant.named(name), connections, rate, ends);
            case "c-limit" -> new ToolCompetitor(new CLimit(false, connections, ends));
            case "c-limit-direct" -> new ToolCompetitor(new CLimit(true, connections, ends));
            case "cp" -> new ToolCompetitor(new Cp());
            case "rsync" -> new ToolCompetitor(new Rsync(false, ends));
            case "rsync-fsync" -> new ToolCompetitor(new Rsync(true, ends));
            case "nginx-curl" -> new ToolCompetitor(new NginxCurl(false));
            case "nginx-curl-tls" -> new ToolCompetitor(new NginxCurl(true));
            case "openssl-curl" -> new ToolCompetitor(new OpenSslCurl());
            case "rsync-ssh" -> new ToolCompetitor(new RsyncSsh());
            case "scp" -> new ToolCompetitor(new Scp());
            case "idaeus-with-import" ->
                new IdaeusWithImport(name, IdaeusCompetitor.Variant.PLAIN, Check.NOTHING, connections);
            case "idaeus-with-import-tokens" ->
                new IdaeusWithImport(name, IdaeusCompetitor.Variant.PLAIN, Check.TOKENS, connections);
            case "idaeus-with-import-verify" ->
                new IdaeusWithImport(name, IdaeusCompetitor.Variant.PLAIN, Check.EVERYTHING, connections);
            case "idaeus-with-import-buffered" ->
                new IdaeusWithImport(name, IdaeusCompetitor.Variant.BUFFERED, Check.NOTHING, connections);
            case "idaeus-with-import-buffered-verify" ->
                new IdaeusWithImport(name, IdaeusCompetitor.Variant.BUFFERED, Check.EVERYTHING, connections);
            case "cassandra" -> new CassandraStreaming();
            default ->
                throw new IllegalArgumentException(
                        "COMPETITORS: unknown competitor " + name + " (expected: some of " + DEFAULT + ")");
        };
    }
}
