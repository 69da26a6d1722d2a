/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.naming.InvalidNameException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * A distinguished name with globs in its values, for instance {@code CN=sidecar-*,O=Example}. It is compared value by
 * value, so a glob reaches across no comma, and the number of values must be the same.
 */
final class NamePattern {
    private record Part(String type, Glob value) {}

    private final String text;
    private final List<Part> parts;

    private NamePattern(String text, List<Part> parts) {
        this.text = text;
        this.parts = parts;
    }

    /** @throws IllegalArgumentException for what is no distinguished name */
    static NamePattern parse(String text) {
        try {
            LdapName name = new LdapName(text);
            if (name.isEmpty()) {
                throw new IllegalArgumentException("an empty name");
            }
            List<Part> parts = new ArrayList<>();
            for (Rdn rdn : name.getRdns()) {
                values(rdn).forEach(value -> parts.add(new Part(value.type(), Glob.of(value.text(), ""))));
            }
            return new NamePattern(text, List.copyOf(parts));
        } catch (InvalidNameException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    boolean matches(String subject) {
        List<Value> values = valuesOf(subject).toList();
        if (values.size() != parts.size()) {
            return false;
        }
        for (int i = 0; i < values.size(); i++) {
            Part part = parts.get(i);
            if (!part.type.equals(values.get(i).type())
                    || !part.value.matches(values.get(i).text())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return text;
    }

    private record Value(String type, String text) {}

    private static Stream<Value> valuesOf(String subject) {
        try {
            return new LdapName(subject).getRdns().stream().flatMap(rdn -> values(rdn).stream());
        } catch (InvalidNameException e) {
            return Stream.of();
        }
    }

    // Several values of one element come in no order. Case and spaces as X.500 compares them.
    private static List<Value> values(Rdn rdn) {
        TreeMap<String, Value> sorted = new TreeMap<>();
        try {
            NamingEnumeration<? extends Attribute> all = rdn.toAttributes().getAll();
            while (all.hasMore()) {
                Attribute attribute = all.next();
                String type = attribute.getID().toUpperCase(Locale.ROOT);
                String value = attribute.get() instanceof byte[] bytes
                        ? "#" + HexFormat.of().formatHex(bytes)
                        : canonical(attribute.get().toString());
                sorted.put(type, new Value(type, value));
            }
        } catch (NamingException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return List.copyOf(sorted.values());
    }

    private static String canonical(String value) {
        return value.strip().replaceAll(" +", " ").toLowerCase(Locale.ROOT);
    }
}
