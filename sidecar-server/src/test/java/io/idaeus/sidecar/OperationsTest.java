/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimsApi;
import io.idaeus.api.cluster.ClusterApi;
import io.idaeus.api.comparison.ComparisonsApi;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.imports.ImportsApi;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.LimitsApi;
import io.idaeus.api.node.NodeApi;
import io.idaeus.api.operations.EventsApi;
import io.idaeus.api.operations.HousekeepingApi;
import io.idaeus.api.operations.OperationsApi;
import io.idaeus.api.plan.PlanApproval;
import io.idaeus.api.plan.PlansApi;
import io.idaeus.api.rows.RowsApi;
import io.idaeus.api.snapshot.SnapshotsApi;
import io.idaeus.api.sstable.SstablesApi;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransfersApi;
import io.idaeus.sidecar.access.AccessControl;
import io.idaeus.sidecar.access.Identity;
import io.idaeus.sidecar.access.LiveAccess;
import io.idaeus.sidecar.access.Role;
import io.idaeus.sidecar.operation.Call;
import io.idaeus.sidecar.operation.Operations;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation, called with every role and without HTTP. */
class OperationsTest {
    private static final Map<String, Class<?>> APIS = Map.ofEntries(
            Map.entry("transfers", TransfersApi.class),
            Map.entry("plans", PlansApi.class),
            Map.entry("claims", ClaimsApi.class),
            Map.entry("snapshots", SnapshotsApi.class),
            Map.entry("sstables", SstablesApi.class),
            Map.entry("node", NodeApi.class),
            Map.entry("cluster", ClusterApi.class),
            Map.entry("imports", ImportsApi.class),
            Map.entry("rows", RowsApi.class),
            Map.entry("comparisons", ComparisonsApi.class),
            Map.entry("limits", LimitsApi.class),
            Map.entry("housekeeping", HousekeepingApi.class),
            Map.entry("events", EventsApi.class),
            Map.entry("monitoring", OperationsApi.class));

    // One request of the API that is two operations.
    private static final Map<String, String> PARTS = Map.of("dryRun", "create");

    private static final String REFUSAL = "with the permission";

    private static RunningSidecar sidecar;
    private static Operations operations;
    private static AccessControl access;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        StringBuilder list = new StringBuilder("grants:\n");
        for (Role role : Role.values()) {
            list.append("  - {role: %s, to: [\"CN=%s\"]}%n".formatted(role.spelling(), role.spelling()));
        }
        list.append("  - {role: operator, to: [\"CN=scoped\"], keyspaces: [\"shop\"]}\n");
        access = AccessControl.of(
                LiveAccess.open(Files.writeString(directory.resolve("access.yaml"), list.toString())), null);
        sidecar = RunningSidecar.start(directory);
        operations = sidecar.operations();
    }

    @AfterAll
    static void stop() {
        sidecar.close();
        access.close();
    }

    /**
     * @param name for instance {@code transfers.create}
     * @param permission of the API's operation
     */
    record Operation(String name, Object owner, Method method, Permission permission) {
        @Override
        public String toString() {
            return name + Arrays.toString(method.getParameterTypes());
        }
    }

    static Stream<Operation> all() throws ReflectiveOperationException {
        List<Operation> all = new ArrayList<>();
        for (var group : Operations.class.getRecordComponents()) {
            Object owner = group.getAccessor().invoke(operations);
            for (Method method : owner.getClass().getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())) {
                    all.add(new Operation(
                            group.getName() + "." + method.getName(),
                            owner,
                            method,
                            permission(APIS.get(group.getName()), method.getName())));
                }
            }
        }
        return all.stream();
    }

    private static Permission permission(Class<?> api, String operation) {
        Set<Permission> needed = new TreeSet<>();
        for (Method method : api.getDeclaredMethods()) {
            if (method.getName().equals(PARTS.getOrDefault(operation, operation))) {
                needed.add(permission(method));
            }
        }
        assertThat(needed).as(api.getSimpleName() + "." + operation).hasSize(1);
        return needed.iterator().next();
    }

    private static Permission permission(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .map(type -> type.getAnnotation(Needs.class))
                .filter(needs -> needs != null)
                .findFirst()
                .orElseThrow(() -> new AssertionError(method + " needs no permission"))
                .value();
    }

    @Test
    void eachOperationOfTheApiIsOne() throws Exception {
        Set<String> documented = new TreeSet<>();
        APIS.forEach((group, api) -> Arrays.stream(api.getDeclaredMethods())
                .filter(method -> permission(method) != Permission.OPEN)
                .forEach(method -> documented.add(group + "." + method.getName())));
        Set<String> found = new TreeSet<>();
        all().forEach(each -> found.add(each.name()));

        found.remove("transfers.dryRun");
        assertThat(found).isEqualTo(documented);
    }

    @ParameterizedTest
    @MethodSource("all")
    void itIsForThoseWhoseRoleHasItsPermission(Operation operation) throws Exception {
        for (Role role : Role.values()) {
            assertThat(!isRefused(operation, call(role.spelling())))
                    .as("%s as %s", operation, role)
                    .isEqualTo(role.has(operation.permission()));
        }
        assertThat(isRefused(operation, call("stranger")))
                .as("%s as a stranger", operation)
                .isTrue();
    }

    @Test
    void whoOperatesInOneKeyspaceOperatesNoOther() {
        Call call = call("scoped");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations.transfers().create(call, transferOf("secret"), null))
                .matches(problem -> problem.type() == ProblemType.FORBIDDEN)
                .withMessageContaining("in the keyspace secret");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations.limits().reset(call, null))
                .withMessageContaining("in every keyspace");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations.node().acknowledgeCleanup(call, "secret", "t"))
                .withMessageContaining("in the keyspace secret");
        operations.node().acknowledgeCleanup(call, "shop", "t");
    }

    @Test
    void itNamesWhatItWouldChangeAlsoWhereItIsRefused() {
        Call call = call("scoped");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations.transfers().dryRun(call, transferOf("secret"), null));
        assertThat(call.target()).containsEntry("tables", "secret.t").containsEntry("dryRun", "true");

        Call approval = call("operator");
        String digest = "v1:" + "0".repeat(64);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations.plans().approve(approval, "none", new PlanApproval(digest)))
                .matches(problem -> problem.type() == ProblemType.UNKNOWN_PLAN);
        assertThat(approval.target()).containsExactly(Map.entry("digest", digest));
    }

    @Test
    void limitsThatChangedMeanwhileStay() {
        Call call = call("operator");
        LimitSettings now = operations.limits().get(call).settings();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> operations.limits().set(call, now, "\"0000000000000000-0\""))
                .matches(problem -> problem.type() == ProblemType.PRECONDITION_FAILED);
        assertThat(operations.limits().set(call, now, "*").settings()).isEqualTo(now);
    }

    private static TransferRequest transferOf(String keyspace) {
        return json(
                "{\"dryRun\": true, \"tables\": [{\"keyspace\": \"%s\", \"table\": \"t\"}]}".formatted(keyspace),
                TransferRequest.class);
    }

    private static Call call(String name) {
        Identity identity = new Identity(Identity.Kind.CERTIFICATE, "CN=" + name, List.of(), "CN=ca");
        return new Call(access.caller(identity), name, () -> false);
    }

    // The result for an allowed caller does not matter: Cassandra is down, and nothing has the name x.
    private static boolean isRefused(Operation operation, Call call) throws IllegalAccessException {
        List<Object> arguments = new ArrayList<>(List.of(call));
        Arrays.stream(operation.method().getParameterTypes()).skip(1).forEach(type -> arguments.add(argument(type)));
        try {
            operation.method().invoke(operation.owner(), arguments.toArray());
            return false;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof ProblemException problem
                    && problem.type() == ProblemType.FORBIDDEN
                    && problem.getMessage().contains(REFUSAL);
        }
    }

    private static Object argument(Class<?> type) {
        if (type == String.class) {
            return "x";
        }
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == Paging.class) {
            return Paging.of(null, null);
        }
        if (type == TokenRanges.class) {
            return TokenRanges.fullRing();
        }
        if (type == TableRef.class) {
            return new TableRef("x", "x");
        }
        return type.isEnum() ? type.getEnumConstants()[0] : json("{}", type);
    }

    private static <T> T json(String text, Class<T> type) {
        try {
            return new ObjectMapper().findAndRegisterModules().readValue(text, type);
        } catch (IOException e) {
            throw new AssertionError(type + " from " + text, e);
        }
    }
}
