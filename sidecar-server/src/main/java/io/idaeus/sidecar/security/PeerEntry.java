/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the allow-list.
 *
 * @param name lower case; null for addresses and networks
 * @param network null for a name
 * @param exact one address, or {@code localhost}
 * @param port 0 for any
 */
record PeerEntry(@Nullable String name, @Nullable IpSubnetFilterRule network, boolean exact, int port) {
    private static final Pattern BRACKETED = Pattern.compile("\\[([^]]+)](?::(\\d{1,5}))?");
    private static final Pattern NETWORK = Pattern.compile("(.+)/(\\d{1,3})(?::(\\d{1,5}))?");
    private static final Pattern WITH_PORT = Pattern.compile("([^:]+)(?::(\\d{1,5}))?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,252})");

    /** @throws IllegalArgumentException naming it */
    static PeerEntry parse(String text) {
        Matcher network = NETWORK.matcher(text);
        if (network.matches()) {
            return network(text, network.group(1), Integer.parseInt(network.group(2)), port(text, network.group(3)));
        }
        if (NetUtil.isValidIpV6Address(text)) {
            return network(text, text, 128, 0);
        }
        Matcher bracketed = BRACKETED.matcher(text);
        if (bracketed.matches()) {
            return network(text, bracketed.group(1), 128, port(text, bracketed.group(2)));
        }
        Matcher plain = WITH_PORT.matcher(text);
        if (!plain.matches()) {
            throw malformed(text, null);
        }
        String host = plain.group(1);
        int port = port(text, plain.group(2));
        return NetUtil.isValidIpV4Address(host) ? network(text, host, 32, port) : name(text, host, port);
    }

    boolean matches(String host, InetAddress address, int toPort) {
        if (port != 0 && toPort != 0 && port != toPort) {
            return false;
        }
        return network == null
                ? host.toLowerCase(Locale.ROOT).equals(name)
                : network.matches(new InetSocketAddress(address, 0));
    }

    private static PeerEntry network(String text, String address, int prefix, int port) {
        if (!NetUtil.isValidIpV4Address(address) && !NetUtil.isValidIpV6Address(address)) {
            throw malformed(text, null);
        }
        try {
            int bits = NetUtil.isValidIpV4Address(address) ? 32 : 128;
            return new PeerEntry(
                    null, new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT), prefix == bits, port);
        } catch (IllegalArgumentException e) {
            throw malformed(text, e);
        }
    }

    private static PeerEntry name(String text, String host, int port) {
        // Digits and dots alone are a mistyped address, not a name.
        if (!NAME.matcher(host).matches() || host.chars().noneMatch(Character::isLetter)) {
            throw malformed(text, null);
        }
        String name = host.toLowerCase(Locale.ROOT);
        return new PeerEntry(name, null, name.equals("localhost"), port);
    }

    private static int port(String text, @Nullable String digits) {
        if (digits == null) {
            return 0;
        }
        int port = Integer.parseInt(digits);
        if (port < 1 || port > 65535) {
            throw malformed(text, null);
        }
        return port;
    }

    private static IllegalArgumentException malformed(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "peer: '" + text
                        + "' (expected: an address, a network such as 10.0.0.0/8, or a name, with :port or without)",
                cause);
    }
}
