/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Shared by both limit programs: the request and the list of files. */
#ifndef WIRE_H
#define WIRE_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Both ends run on one machine: host byte order. */
struct request {
    uint64_t file;
    uint64_t offset;
    uint64_t length;
};

/* One line of a list: the size in bytes, a blank, the path. */
struct entry {
    uint64_t size;
    char path[4096];
};

struct list {
    struct entry *entries;
    size_t count;
};

static inline void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static inline struct list read_list(const char *name)
{
    struct list list = {NULL, 0};
    FILE *in = fopen(name, "r");
    if (in == NULL)
        die(name);
    struct entry entry;
    while (fscanf(in, "%lu %4095[^\n]", &entry.size, entry.path) == 2) {
        list.entries = realloc(list.entries, (list.count + 1) * sizeof entry);
        if (list.entries == NULL)
            die("realloc");
        list.entries[list.count++] = entry;
    }
    fclose(in);
    return list;
}

/* Reads exactly count bytes; 0 if the peer closed before the first one. */
static inline int read_fully(int from, void *to, size_t count)
{
    for (size_t done = 0; done < count;) {
        ssize_t got = read(from, (char *)to + done, count - done);
        if (got < 0)
            die("read");
        if (got == 0)
            return 0;
        done += (size_t)got;
    }
    return 1;
}

#endif
