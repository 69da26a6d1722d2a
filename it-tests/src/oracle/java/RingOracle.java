/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.EndpointsForRange;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Asks Cassandra's own classes where replicas are placed, and which tokens its allocator chooses. Each line of the file that
 * the first argument names is a question, its fields with tabs between them:
 *
 * <ul>
 *   <li>{@code placement}, {@code class=NetworkTopologyStrategy,dc1=3}, nodes. The answer has the replicas of each range by
 *       its right end, ascending: {@code 0,2;1,2}.
 *   <li>{@code tokens}, number of replicas, number of tokens, rack of the new node, nodes of its data centre. The answer is
 *       the tokens, with commas between them.
 * </ul>
 *
 * <p>A node is {@code dc/rack/token,token}, with spaces between nodes. Answers name nodes by their place.
 */
public final class RingOracle {
    private record Node(InetAddressAndPort address, String datacenter, String rack, List<Token> tokens) {}

    public static void main(String[] args) throws Exception {
        DatabaseDescriptor.toolInitialization();
        if (DatabaseDescriptor.getPartitioner() == null) {
            DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
        }
        try (PrintStream out = new PrintStream(System.getProperty("oracle.out"), StandardCharsets.UTF_8)) {
            for (String line : Files.readAllLines(Path.of(args[0]))) {
                String[] fields = line.split("\t", -1);
                out.println(
                        fields[0].equals("tokens")
                                ? tokens(
                                        Integer.parseInt(fields[1]),
                                        Integer.parseInt(fields[2]),
                                        fields[3],
                                        nodes(fields[4]))
                                : placement(fields[1], nodes(fields[2])));
            }
        }
    }

    private static List<Node> nodes(String text) throws Exception {
        List<Node> nodes = new ArrayList<>();
        for (String each : text.split(" ", -1)) {
            String[] parts = each.split("/", -1);
            List<Token> tokens = new ArrayList<>();
            for (String token : parts[2].split(",", -1)) {
                tokens.add(new Murmur3Partitioner.LongToken(Long.parseLong(token)));
            }
            nodes.add(new Node(address(nodes.size()), parts[0], parts[1], tokens));
        }
        return nodes;
    }

    private static InetAddressAndPort address(int index) throws Exception {
        return InetAddressAndPort.getByAddress(new byte[] {10, 0, (byte) (index >> 8), (byte) index});
    }

    private static String placement(String options, List<Node> nodes) throws Exception {
        Map<String, String> parsed = new HashMap<>();
        for (String option : options.split(",", -1)) {
            parsed.put(option.substring(0, option.indexOf('=')), option.substring(option.indexOf('=') + 1));
        }
        String strategy = parsed.remove("class");
        Placed placed = hasMetadata() ? new OfMetadata(strategy, parsed, nodes) : new OfTokens(strategy, parsed, nodes);
        Map<InetAddressAndPort, Integer> places = new HashMap<>();
        nodes.forEach(node -> places.put(node.address(), places.size()));
        List<String> ranges = new ArrayList<>();
        for (Token token :
                nodes.stream().flatMap(node -> node.tokens().stream()).sorted().collect(Collectors.toList())) {
            ranges.add(placed.at(token).endpointList().stream()
                    .map(places::get)
                    .map(String::valueOf)
                    .collect(Collectors.joining(",")));
        }
        return String.join(";", ranges);
    }

    private interface Placed {
        EndpointsForRange at(Token token) throws Exception;
    }

    private static boolean hasMetadata() {
        try {
            Class.forName("org.apache.cassandra.tcm.ClusterMetadata");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Up to 5.0. */
    private static final class OfTokens implements Placed {
        private final AbstractReplicationStrategy strategy;
        private final Object ring;
        private final Method calculate;

        OfTokens(String name, Map<String, String> options, List<Node> nodes) throws Exception {
            Class<?> snitchType = Class.forName("org.apache.cassandra.locator.IEndpointSnitch");
            Object snitch = Proxy.newProxyInstance(
                    snitchType.getClassLoader(), new Class<?>[] {snitchType}, (proxy, method, args) -> {
                        switch (method.getName()) {
                            case "getDatacenter":
                                return of(nodes, args).datacenter();
                            case "getRack":
                                return of(nodes, args).rack();
                            default:
                                return null;
                        }
                    });
            DatabaseDescriptor.class.getMethod("setEndpointSnitch", snitchType).invoke(null, snitch);
            Class<?> ringType = Class.forName("org.apache.cassandra.locator.TokenMetadata");
            ring = ringType.getConstructor().newInstance();
            Method update = ringType.getMethod("updateNormalTokens", Collection.class, InetAddressAndPort.class);
            for (Node node : nodes) {
                update.invoke(ring, node.tokens(), node.address());
            }
            Class<?> type = Class.forName("org.apache.cassandra.locator." + name);
            Constructor<?> constructor = type.getConstructor(String.class, ringType, snitchType, Map.class);
            strategy = (AbstractReplicationStrategy) constructor.newInstance("ks", ring, snitch, options);
            calculate = type.getMethod("calculateNaturalReplicas", Token.class, ringType);
        }

        private static Node of(List<Node> nodes, Object[] args) {
            return nodes.stream()
                    .filter(node -> node.address().equals(args[0]))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public EndpointsForRange at(Token token) throws Exception {
            return (EndpointsForRange) calculate.invoke(strategy, token, ring);
        }
    }

    /** From 6.0 on. */
    private static final class OfMetadata implements Placed {
        private final Object strategy;
        private final Object metadata;
        private final Method calculate;

        OfMetadata(String name, Map<String, String> options, List<Node> nodes) throws Exception {
            Class<?> metadataType = type("tcm.ClusterMetadata");
            Object empty = metadataType.getConstructor(IPartitioner.class).newInstance(Murmur3Partitioner.instance);
            Object transformer = metadataType.getMethod("transformer").invoke(empty);
            Class<?> transformerType = transformer.getClass();
            Class<?> addressesType = type("tcm.membership.NodeAddresses");
            Class<?> locationType = type("tcm.membership.Location");
            Class<?> versionType = type("tcm.membership.NodeVersion");
            Class<?> idType = type("tcm.membership.NodeId");
            Object version = versionType.getField("CURRENT").get(null);
            Method register = transformerType.getMethod(
                    "unsafeRegisterForTesting", idType, addressesType, locationType, versionType);
            Method propose = transformerType.getMethod("proposeToken", idType, Collection.class);
            Method place = transformerType.getMethod("addToRackAndDC", idType);
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                Object id = idType.getConstructor(int.class).newInstance(i + 1);
                Object address =
                        addressesType.getConstructor(InetAddressAndPort.class).newInstance(node.address());
                Object location = locationType
                        .getConstructor(String.class, String.class)
                        .newInstance(node.datacenter(), node.rack());
                transformer = register.invoke(transformer, id, address, location, version);
                transformer = propose.invoke(transformer, id, node.tokens());
                transformer = place.invoke(transformer, id);
            }
            Object transformed = transformerType.getMethod("build").invoke(transformer);
            metadata = transformed.getClass().getField("metadata").get(transformed);
            Class<?> type = type("locator." + name);
            strategy = type.getConstructor(String.class, Map.class).newInstance("ks", options);
            calculate = type.getMethod("calculateNaturalReplicas", Token.class, metadataType);
        }

        private static Class<?> type(String name) throws ClassNotFoundException {
            return Class.forName("org.apache.cassandra." + name);
        }

        @Override
        public EndpointsForRange at(Token token) throws Exception {
            return (EndpointsForRange) calculate.invoke(strategy, token, metadata);
        }
    }

    // As TokenAllocation has it: each rack by itself where there are as many as replicas, each node by itself in one
    // rack.
    private static String tokens(int replicas, int count, String rack, List<Node> nodes) throws Exception {
        long racks = nodes.stream().map(Node::rack).distinct().count();
        boolean byRack = racks == replicas;
        Map<InetAddressAndPort, String> groups = new HashMap<>();
        NavigableMap<Token, InetAddressAndPort> ring = new TreeMap<>();
        for (Node node : nodes) {
            groups.put(node.address(), racks == 1 || byRack ? node.address().toString() : node.rack());
            if (!byRack || node.rack().equals(rack)) {
                node.tokens().forEach(token -> ring.put(token, node.address()));
            }
        }
        InetAddressAndPort added = address(nodes.size());
        groups.put(added, racks == 1 || byRack ? added.toString() : rack);
        Class<?> strategyType = Class.forName("org.apache.cassandra.dht.tokenallocator.ReplicationStrategy");
        Object strategy = Proxy.newProxyInstance(
                strategyType.getClassLoader(),
                new Class<?>[] {strategyType},
                (proxy, method, args) ->
                        method.getName().equals("replicas") ? (Object) (byRack ? 1 : replicas) : groups.get(args[0]));
        Class<?> factory = Class.forName("org.apache.cassandra.dht.tokenallocator.TokenAllocatorFactory");
        Object allocator = factory.getMethod(
                        "createTokenAllocator", NavigableMap.class, strategyType, IPartitioner.class)
                .invoke(null, ring, strategy, Murmur3Partitioner.instance);
        Collection<?> chosen = (Collection<?>) Class.forName("org.apache.cassandra.dht.tokenallocator.TokenAllocator")
                .getMethod("addUnit", Object.class, int.class)
                .invoke(allocator, added, count);
        return chosen.stream()
                .map(token -> ((Token) token).getTokenValue().toString())
                .collect(Collectors.joining(","));
    }
}
