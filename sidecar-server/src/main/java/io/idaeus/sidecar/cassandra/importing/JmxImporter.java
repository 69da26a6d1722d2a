/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome.Status;
import io.idaeus.sidecar.cassandra.node.LocalNode;
import io.idaeus.sidecar.cassandra.node.Mbeans;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Imports over JMX, as {@code nodetool import} does. */
public final class JmxImporter implements Importer {
    private static final String SET = Set.class.getName();

    private final Jmx jmx;
    private final LocalNode node;
    private final ImportTimeout timeout;

    public JmxImporter(Jmx jmx, LocalNode node, ImportTimeout timeout) {
        this.jmx = jmx;
        this.node = node;
        this.timeout = timeout;
    }

    @Override
    public ImportOutcome importInto(TableName table, List<Path> directories, NodetoolImportOptions options) {
        new ImportCall(table, directories, options).check(jmx, node);
        Set<String> paths =
                directories.stream().map(Path::toString).collect(Collectors.toCollection(LinkedHashSet::new));
        Object[] arguments = arguments(paths, options);
        try {
            Collection<?> failed = jmx.run("import into " + table, timeout.of(directories), server -> (Collection<?>)
                    server.invoke(Mbeans.table(table), "importNewSSTables", arguments, signature(arguments)));
            Set<?> named = new HashSet<>(failed);
            Set<Path> refused = directories.stream()
                    .filter(directory -> named.contains(directory.toString()))
                    .collect(Collectors.toSet());
            return new ImportOutcome(failed.isEmpty() ? Status.DONE : Status.SOME_FAILED, refused, "");
        } catch (Jmx.StillRunning e) {
            return new ImportOutcome(Status.UNKNOWN, Set.of(), String.valueOf(e.getMessage()));
        } catch (ProblemException e) {
            if (e.type() != ProblemType.CASSANDRA_REFUSED) {
                throw e;
            }
            return new ImportOutcome(Status.ERROR, Set.of(), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean fits(Collection<Path> directories) {
        return true;
    }

    // In the operation's order: directories, resetLevel, clearRepaired, verifySSTables, verifyTokens,
    // invalidateCaches, extendedVerify, copyData; since 5.0 failOnMissingIndex, validateIndexChecksum. Every version
    // has the form without the last two.
    static Object[] arguments(Set<String> paths, NodetoolImportOptions options) {
        boolean quick = options.quick();
        Stream<Object> common = Stream.of(
                paths,
                !options.keepLevel(),
                !options.keepRepaired(),
                !(options.noVerify() || quick),
                !(options.noTokens() || quick),
                !(options.noInvalidateCaches() || quick),
                options.extendedVerify() && !quick,
                options.copyData());
        Stream<Object> from5 = Stream.of(options.requireIndexComponents(), !options.noIndexValidation());
        return (options.needs5() ? Stream.concat(common, from5) : common).toArray();
    }

    private static String[] signature(Object[] arguments) {
        List<String> types = new java.util.ArrayList<>(Collections.nCopies(arguments.length, "boolean"));
        types.set(0, SET);
        return types.toArray(String[]::new);
    }
}
