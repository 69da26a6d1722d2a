/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.FakeSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the text of plans with files that people have read. */
class PlanTextTest {

    private static final Path GOLDEN = Path.of("src/test/resources/io/idaeus/cli/plans");
    private static final Path ACTUAL = Path.of("target/plans");
    private static final int WIDEST = 125;
    private static final String URL = "http://127.0.0.1:9043";

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"survey", "refused", "waiting", "rebuild"})
    void aPlanAsText(String name) throws IOException {
        sidecar.on("GET /v1/plans/7", 200, json(name));
        String text = run("plan", "show", "7").out();
        assertThat(text.lines().filter(line -> !line.contains("-Dcassandra.")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDEST));
        assertGolden(name, text);
    }

    /** The plan says the same below, for each keyspace. */
    @Test
    void withoutLevelsOfWritesTheHeadNamesThoseThatThePlanIsMadeFor() throws IOException {
        sidecar.on("GET /v1/plans/7", 200, withoutWrites("rebuild"))
                .on("GET /v1/plans/7", 200, withoutWrites("survey"));

        assertThat(run("plan", "show", "7").out()).contains("  Writes at    LOCAL_QUORUM\n");
        assertThat(run("plan", "show", "7").out()).contains("  Writes at    QUORUM\n");
    }

    @Test
    void aRemedyThatIsAdviceSaysSo() throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json("refused"));
        ((ObjectNode) plan.get("findings").get(0)).put("remedy", "advice: wait until it is down");
        sidecar.on("GET /v1/plans/7", 200, plan.toString());

        assertThat(run("plan", "show", "7").out()).contains("\n    Advice: wait until it is down\n");
    }

    @Test
    void whereNodesAreAddedTheRingIsShownBeforeAndAfter() throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json("survey"));
        plan.remove("dead");
        ((ObjectNode) plan.get("request")).put("kind", "EXPAND");
        plan.putArray("shares")
                .add(plan.objectNode()
                        .put("node", "10.0.0.1")
                        .put("rack", "r1")
                        .put("before", 1.0)
                        .put("after", 0.504))
                .add(plan.objectNode()
                        .put("node", "10.0.0.2")
                        .put("rack", "r2")
                        .put("before", 1.0)
                        .put("after", 1.0))
                .add(plan.objectNode()
                        .put("node", "http://a:1")
                        .put("rack", "r1")
                        .put("after", 0.496));
        sidecar.on("GET /v1/plans/7", 200, plan.toString());

        assertThat(run("plan", "show", "7").out())
                .contains("  What         add https://10.0.0.9:9043\n")
                .contains("""
                        SHARES OF THE RING
                          NODE         RACK      NOW  AFTERWARDS
                          10.0.0.1     r1    100.0 %      50.4 %
                          10.0.0.2     r2    100.0 %     100.0 %
                          http://a:1   r1          -      49.6 %
                          all of rack  r1    100.0 %     100.0 %
                          all of rack  r2    100.0 %     100.0 %
                          100 % is one copy of the ring. Of the keyspace with the most bytes.
                        """);
    }

    /** Where it is approved, too: nobody reads the steps there. */
    @Test
    void aPlanThatEmptiesTablesSaysSoInItsTitle() throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json("survey"));
        plan.remove("dead");
        ((ObjectNode) plan.get("request"))
                .put("kind", "CLONE")
                .put("from", "http://10.0.0.1:9043")
                .put("truncate", true)
                .putArray("tables")
                .add("shop.*");
        sidecar.on("GET /v1/plans/7", 200, plan.toString());

        assertThat(run("plan", "show", "7").out()).contains("  What         empty and clone shop.* of ");
    }

    @Test
    void ofAPlanThatHasEndedNoStepRuns() throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json("waiting"));
        plan.put("state", "CANCELLED").put("finishedAt", "2026-01-02T03:04:05Z");
        sidecar.on("GET /v1/plans/7", 200, plan.toString());

        assertThat(run("plan", "show", "7").out().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).matches("PLAN .*  CANCELLED, step \\d+ of \\d+, [A-Z_]+"));
    }

    @Test
    void whereNodesAreCleanedUpItSaysWhatTheyRemove() throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json("survey"));
        plan.remove("dead");
        ((ObjectNode) plan.get("request")).removeAll().put("kind", "CLEANUP");
        ObjectNode node = (ObjectNode) plan.get("destinations").get(0);
        node.put("address", "10.0.0.9")
                .put("bytes", 4L << 30)
                .put("bytesNeeded", 3L << 30)
                .put("bytesFree", 9L << 30);
        ObjectNode keyspace = (ObjectNode) plan.get("keyspaces").get(0);
        keyspace.put("keyspace", "shop").put("treatment", "CLEAN_UP");
        ArrayNode tables = keyspace.putArray("tables");
        for (int i = 0; i < 12; i++) {
            tables.addObject().put("table", "t" + i).put("bytes", 1000).put("bytesNeeded", 1000 - i);
        }
        plan.putArray("keyspaces").add(keyspace);
        sidecar.on("GET /v1/plans/7", 200, plan.toString());

        assertThat(run("plan", "show", "7").out())
                .contains("  What         clean up 1 node\n")
                .doesNotContain("Writes at", "KEYSPACES", "COPIES")
                .contains("NODES, in this order\n")
                .containsPattern(
                        "10\\.0\\.0\\.9 +dc1, r3 +4\\.0 GiB +1\\.0 GiB +9\\.0 GiB +https://10\\.0\\.0\\.9:9043")
                .containsPattern("shop\\.t11 +1000 B +11 B")
                .contains("  and 2 more; --json prints all\n");
    }

    private static String withoutWrites(String name) throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json(name));
        ((ObjectNode) plan.get("request")).remove("writes");
        return plan.toString();
    }

    @Test
    void whatWasAcceptedSinceIsNamedWithWhoAndWhen() throws IOException {
        ObjectNode plan = (ObjectNode) new ObjectMapper().readTree(json("waiting"));
        plan.putArray("accepted")
                .add(plan.objectNode()
                        .put("code", "SNAPSHOT_TOO_OLD")
                        .put("by", "CN=alice")
                        .put("at", "2026-01-02T03:20:00Z"))
                .add(plan.objectNode().put("code", "NO_GC_GRACE").put("at", "2026-01-02T03:21:00Z"));
        sidecar.on("GET /v1/plans/7", 200, plan.toString());

        assertThat(run("plan", "show", "7").out().lines().filter(line -> line.contains("ccepted")))
                .containsExactly("  Then accepted SNAPSHOT_TOO_OLD, 2026-01-02T03:20:00Z, by CN=alice; NO_GC_GRACE,"
                        + " 2026-01-02T03:21:00Z");
    }

    @Test
    void aRefusedPlanCannotBeApproved() throws IOException {
        sidecar.on("GET /v1/plans/7", 200, json("refused"));
        Invocation invocation = run("plan", "approve", "7", "--yes");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(sidecar.received()).hasSize(1);
        assertGolden("refused-approval", invocation.err());
    }

    static String json(String name) throws IOException {
        return Files.readString(GOLDEN.resolve(name + ".json"));
    }

    static void assertGolden(String name, String text) throws IOException {
        Files.createDirectories(ACTUAL);
        Path actual = Files.writeString(ACTUAL.resolve(name + ".txt"), text);
        Path golden = GOLDEN.resolve(name + ".txt");
        assertThat(text)
                .as("the text changed. If that is meant: cp sidecar-client/%s sidecar-client/%s", actual, GOLDEN)
                .isEqualTo(Files.exists(golden) ? Files.readString(golden) : null);
    }

    private Invocation run(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--url";
        all[args.length + 1] = sidecar.uri().toString();
        Invocation invocation = Invocation.of(all);
        String url = sidecar.uri().toString();
        return new Invocation(
                invocation.exitCode(),
                invocation.out().replace(url, URL),
                invocation.err().replace(url, URL));
    }
}
