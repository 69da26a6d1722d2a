/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.IdaeusWithImport.Check;
import java.util.List;

final class Competitors {
    static final List<String> DEFAULT = List.of(
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
            "scp",
            "cassandra",
            "idaeus-with-import",
            "idaeus-with-import-verify");

    static final List<String> COMPARED = List.of("idaeus");

    private Competitors() {}

    /** @param rate bytes per second, for throttled competitors */
    static Competitor named(String name, int connections, long rate) {
        return switch (name) {
            case "idaeus",
                    "idaeus-zstd",
                    "idaeus-auto",
                    "idaeus-throttled",
                    "idaeus-throttled-zstd",
                    "idaeus-throttled-auto",
                    "idaeus-buffered",
                    "idaeus-tls",
                    "idaeus-tls-zstd" ->
                new IdaeusCompetitor(SidecarBuild.current(), IdaeusCompetitor.Variant.named(name), connections, rate);
            case "c-limit" -> new ToolCompetitor(new CLimit(false, connections));
            case "c-limit-direct" -> new ToolCompetitor(new CLimit(true, connections));
            case "cp" -> new ToolCompetitor(new Cp());
            case "rsync" -> new ToolCompetitor(new Rsync(false));
            case "rsync-fsync" -> new ToolCompetitor(new Rsync(true));
            case "nginx-curl" -> new ToolCompetitor(new NginxCurl());
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
