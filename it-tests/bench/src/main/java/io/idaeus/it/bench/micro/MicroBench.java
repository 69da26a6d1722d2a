/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.micro;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs all JMH benchmarks, or those named by the arguments, in JMH's own syntax. */
public final class MicroBench {
    private MicroBench() {}

    public static void main(String[] args) throws Exception {
        new Runner(options(args)).run();
    }

    /** One short fork by default. Arguments select benchmarks, for instance {@code Checksum}. */
    private static Options options(String[] args) throws CommandLineOptionException, IOException {
        Path directory = Files.createDirectories(Workspace.target().resolve("bench"));
        return new OptionsBuilder()
                .parent(new CommandLineOptions(args))
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .resultFormat(ResultFormatType.JSON)
                .result(directory.resolve("micro.json").toString())
                .build();
    }
}
