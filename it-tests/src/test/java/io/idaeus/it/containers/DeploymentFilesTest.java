/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.process.Workspace;
import io.idaeus.sidecar.access.LiveAccess;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.config.SidecarConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * The deployment files agree with each other and with the configuration, as far as a test without an engine can tell.
 */
class DeploymentFilesTest {
    private static final Path DOCKER = Workspace.docker();
    private static final String DATA = "/var/lib/cassandra";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void inComposeASidecarHasTheNetworkAndTheDataOfItsNode(String number) throws Exception {
        Map<String, ?> services =
                map(yaml(DOCKER.resolve("compose.yaml")).get(0).get("services"));
        Map<String, ?> sidecar = map(services.get("sidecar-" + number));
        Map<String, ?> node = map(services.get("cassandra-" + number));

        assertThat(sidecar.get("network_mode")).isEqualTo("service:cassandra-" + number);
        String data = "data-" + number + ":" + DATA;
        assertThat(node.get("volumes"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(data);
        assertThat(sidecar.get("volumes"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(data);
    }

    @Test
    void theComposeFileSetsAValidConfiguration() throws Exception {
        Map<String, ?> services =
                map(yaml(DOCKER.resolve("compose.yaml")).get(0).get("services"));
        Map<String, String> environment = strings(map(services.get("sidecar-1")).get("environment"));

        ConfigFile file = ConfigFile.read(DOCKER.resolve("sidecar/idaeus.yaml"), environment);

        assertThat(file.warnings()).isEmpty();
        assertThat(file.config().data().advertisedHost()).isEqualTo("cassandra-1");
        assertThat(file.config().staging().roots()).containsExactly(Path.of(DATA, "idaeus-staging"));
    }

    @Test
    void inAPodBothContainersSeeTheDataAtTheSamePath() throws Exception {
        List<?> containers = (List<?>) pod().get("containers");

        assertThat(containers)
                .allSatisfy(container -> assertThat((List<?>) map(container).get("volumeMounts"))
                        .anySatisfy(mount -> assertThat(strings(mount))
                                .containsEntry("name", "data")
                                .containsEntry("mountPath", DATA)
                                .containsEntry("subPath", "cassandra")));
    }

    @Test
    void theConfigMapHoldsAValidConfigurationWithTls() throws Exception {
        Map<String, ?> configMap = named("ConfigMap", "cassandra");
        for (String pem : List.of("tls.crt", "tls.key", "ca.crt")) {
            Files.createFile(directory.resolve(pem));
        }
        String inPod = strings(configMap.get("data")).get("idaeus.yaml");
        Path file = Files.writeString(
                directory.resolve("idaeus.yaml"),
                inPod.replace("/etc/idaeus/tls", directory.toString())
                        .replace("/etc/idaeus/access", directory.toString()));
        Files.writeString(
                directory.resolve("access.yaml"),
                strings(named("ConfigMap", "cassandra-access").get("data")).get("access.yaml"));

        ConfigFile read = ConfigFile.read(file, Map.of("IDAEUS_DATA_ADVERTISED_HOST", "cassandra-0.cassandra"));

        SidecarConfig config = read.config();
        assertThat(config.tls()).isNotNull();
        assertThat(LiveAccess.open(Objects.requireNonNull(config.access().list()))
                        .current()
                        .grants())
                .hasSize(3);
        assertThat(config.staging().roots()).allMatch(root -> root.startsWith(DATA));
        assertThat(pod().get("volumes"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .extracting(volume -> (Object) map(volume).get("name"))
                .contains("config", "access", "tls");
    }

    /** The restricted profile of the Pod Security Standards, and a root file system that nobody writes. */
    @Test
    void thePodIsConfined() throws Exception {
        Map<String, ?> context = map(pod().get("securityContext"));
        assertThat(context.get("runAsNonRoot")).isEqualTo(true);
        assertThat(strings(context.get("seccompProfile"))).containsEntry("type", "RuntimeDefault");
        assertThat(pod().get("automountServiceAccountToken")).isEqualTo(false);
        assertThat((List<?>) pod().get("containers")).hasSize(2).allSatisfy(container -> {
            Map<String, ?> own = map(map(container).get("securityContext"));
            assertThat(own.get("allowPrivilegeEscalation")).isEqualTo(false);
            assertThat(map(own.get("capabilities")).get("drop")).isEqualTo(List.of("ALL"));
            assertThat(map(container).get("resources")).isNotNull();
            assertThat(String.valueOf(map(container).get("image")))
                    .matches(".*:[0-9]+\\.[0-9]+\\.[0-9]+|.*@sha256:[0-9a-f]{64}");
        });
        assertThat(map(sidecar().get("securityContext")).get("readOnlyRootFilesystem"))
                .isEqualTo(true);
        assertThat(sidecar()).containsKeys("livenessProbe", "startupProbe");
    }

    @Test
    void theNetworkPolicyOpensThePlanesAndNothingElseOfTheSidecar() throws Exception {
        Map<String, ?> policy = map(named("NetworkPolicy", "cassandra").get("spec"));

        assertThat(policy.get("policyTypes")).isEqualTo(List.of("Ingress"));
        List<String> open = new ArrayList<>();
        ((List<?>) policy.get("ingress"))
                .forEach(rule -> open.addAll(numbers(map(rule).get("ports"), "port")));
        assertThat(open).containsOnly("7000", "9042", "9043", "9044");
        assertThat(numbers(sidecar().get("ports"), "containerPort")).containsExactlyInAnyOrder("9043", "9044");
    }

    @Test
    void inComposeASidecarHasNoPrivilege() throws Exception {
        Map<String, ?> services =
                map(yaml(DOCKER.resolve("compose.yaml")).get(0).get("services"));
        Map<String, ?> sidecar = map(services.get("sidecar-1"));

        assertThat(sidecar.get("read_only")).isEqualTo(true);
        assertThat(sidecar.get("cap_drop")).isEqualTo(List.of("ALL"));
        assertThat(sidecar.get("security_opt")).isEqualTo(List.of("no-new-privileges:true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sidecar", "cassandra"})
    void imagesPinTheirBaseAndOpenNothingToEverybody(String image) throws Exception {
        String dockerfile = Files.readString(DOCKER.resolve(image).resolve("Dockerfile"));

        assertThat(dockerfile).containsPattern("ARG BASE=\\S+:[0-9]+\\.[0-9]+\\.[0-9]+\\S*\n");
        assertThat(dockerfile).doesNotContain("777").containsPattern("USER \\$\\{OWNER}");
    }

    private static Map<String, ?> pod() throws Exception {
        Map<String, ?> template =
                map(map(named("StatefulSet", "cassandra").get("spec")).get("template"));
        return map(template.get("spec"));
    }

    private static List<String> numbers(Object ports, String key) {
        return ((List<?>) ports).stream().map(port -> strings(port).get(key)).toList();
    }

    private static Map<String, ?> sidecar() throws Exception {
        return ((List<?>) pod().get("containers"))
                .stream()
                        .<Map<String, ?>>map(DeploymentFilesTest::map)
                        .filter(container -> "idaeus".equals(container.get("name")))
                        .findFirst()
                        .orElseThrow();
    }

    private static Map<String, ?> named(String kind, String name) throws Exception {
        return kubernetes().stream()
                .filter(document -> kind.equals(document.get("kind"))
                        && name.equals(strings(document.get("metadata")).get("name")))
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<String, ?>> kubernetes() throws Exception {
        return yaml(DOCKER.resolve("kubernetes/cassandra-with-sidecar.yaml"));
    }

    private static List<Map<String, ?>> yaml(Path file) throws Exception {
        Iterable<Object> documents = new Yaml().loadAll(Files.readString(file));
        return StreamSupport.stream(documents.spliterator(), false)
                .<Map<String, ?>>map(DeploymentFilesTest::map)
                .toList();
    }

    private static Map<String, String> strings(Object value) {
        return map(value).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> String.valueOf(entry.getValue())));
    }

    @SuppressWarnings("unchecked") // the keys of these files are strings
    private static Map<String, ?> map(Object value) {
        return (Map<String, ?>) value;
    }
}
