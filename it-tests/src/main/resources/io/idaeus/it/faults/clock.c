/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A preloaded library that shifts the wall clock of a process by the seconds in the file IDAEUS_CLOCK, a binary number
 * that may change at any time. Monotonic clocks and timed waits stay true.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t right;
static const volatile int64_t *offset = &right;
static int (*next_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void map_offset(void)
{
    const char *name = getenv("IDAEUS_CLOCK");
    int file = name == NULL ? -1 : open(name, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        void *at = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
        if (at != MAP_FAILED) {
            offset = at;
        }
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (next_clock_gettime == NULL) {
        next_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = next_clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += *offset;
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *where)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where != NULL) {
        *where = now.tv_sec;
    }
    return now.tv_sec;
}
