/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.transfer;

import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.cli.command.Converters;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.command.RemoteCommand;
import io.idaeus.cli.output.Table;
import io.idaeus.client.SidecarClient;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "import", description = "Import staged directories into a table of the node.")
public final class ImportCommand extends RemoteCommand {

    @Option(
            names = "--table",
            paramLabel = "KEYSPACE.TABLE",
            required = true,
            converter = Converters.Table.class,
            description = "Table to import into (required).")
    private TableRef table = new TableRef("", "");

    @Parameters(
            paramLabel = "DIRECTORY",
            arity = "1..*",
            description =
                    "Directory on the sidecar's host to import: below a staging root, ending in <keyspace>/<table>-<table id, 32 hex digits>.")
    private List<String> directories = List.of();

    @Option(
            names = "--copy-data",
            description = "Copy the files, so that the directory keeps them (default: move them).")
    private boolean copyData;

    @Option(
            names = "--verify",
            negatable = true,
            description = "Let Cassandra compare Data.db with its digest (default: yes).")
    private @Nullable Boolean verify;

    @Option(
            names = "--accept",
            paramLabel = "CODE",
            split = ",",
            description =
                    "Accept the finding with this code; repeatable, or several with commas. Only codes of severity"
                            + " REFUSE_UNLESS_ACCEPTED can be accepted.")
    private List<String> accept = List.of();

    @Mixin
    private ImportFlags flags = new ImportFlags();

    @Override
    protected int run(SidecarClient client) {
        ImportResult result = client.importSstables(new ImportRequest(
                table.keyspace(),
                table.table(),
                directories,
                flags.options(copyData, verify),
                accept.isEmpty() ? null : accept));
        print(result, () -> show(result));
        return ExitCodes.of(result);
    }

    private void show(ImportResult result) {
        Table listing = Table.of("DIRECTORY", "IMPORTED", ">FILES LEFT", "REASON");
        result.directories()
                .forEach(directory -> listing.row(
                        directory.directory(),
                        directory.imported() ? "yes" : "NO",
                        directory.remainingFiles().size(),
                        Optional.ofNullable(directory.reason()).orElse("")));
        listing.print(out());
        if (!result.findings().isEmpty()) {
            out().println();
            TransferPlanText.findings(result.findings(), out());
        }
    }
}
