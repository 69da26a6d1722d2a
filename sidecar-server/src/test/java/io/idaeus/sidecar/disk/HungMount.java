/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A directory as on a network mount whose server is gone: nothing about it is answered until it is back. */
public final class HungMount {
    // Each leads to a system call, or to what makes one.
    private static final Set<String> ASKS = Set.of("getFileSystem", "toRealPath");

    private final CountDownLatch back = new CountDownLatch(1);
    private final Path path;

    public HungMount(Path real) {
        this.path = (Path) Proxy.newProxyInstance(
                HungMount.class.getClassLoader(), new Class<?>[] {Path.class}, (self, method, arguments) -> {
                    if (ASKS.contains(method.getName())) {
                        back.await();
                    }
                    if (method.getName().equals("equals")) {
                        return self == arguments[0];
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    public Path path() {
        return path;
    }

    public void comeBack() {
        back.countDown();
    }
}
