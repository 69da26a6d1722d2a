/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Measures how late the machine wakes a thread. On each core, a real-time thread wakes every 5 ms. It never waits for
 * user code, but for long system calls of any program and, on a virtual machine, for the host. Prints "ready". Answers
 * each line of input with "ok" and the 99th percentile of time in milliseconds since the previous line.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PERIOD_NANOS = 5000000, PER_MILLISECOND = 10, BUCKETS = 60 * 1000 * PER_MILLISECOND, PRIORITY = 50 };

static long counts[BUCKETS];

static long nanos(const struct timespec *time) {
    return time->tv_sec * 1000000000L + time->tv_nsec;
}

static void *wake(void *unused) {
    (void)unused;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (long due = nanos(&now) + PERIOD_NANOS;; due += PERIOD_NANOS) {
        struct timespec until = {due / 1000000000L, due % 1000000000L};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        long bucket = (nanos(&now) - due) * PER_MILLISECOND / 1000000L;
        __atomic_fetch_add(&counts[bucket < BUCKETS ? bucket : BUCKETS - 1], 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void start(int core) {
    pthread_attr_t attributes;
    cpu_set_t here;
    struct sched_param priority = {PRIORITY};
    pthread_t thread;
    CPU_ZERO(&here);
    CPU_SET(core, &here);
    pthread_attr_init(&attributes);
    pthread_attr_setaffinity_np(&attributes, sizeof here, &here);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &priority);
    int error = pthread_create(&thread, &attributes, wake, NULL);
    if (error != 0) {
        fprintf(stderr, "a thread of real-time priority: %s\n", strerror(error));
        exit(1);
    }
}

static double p99(void) {
    static long taken[BUCKETS];
    long all = 0;
    for (int i = 0; i < BUCKETS; i++) {
        taken[i] = __atomic_exchange_n(&counts[i], 0, __ATOMIC_RELAXED);
        all += taken[i];
    }
    long above = 0;
    for (int i = BUCKETS - 1; i >= 0; i--) {
        above += taken[i];
        if (above * 100 > all) {
            return (double)i / PER_MILLISECOND;
        }
    }
    return 0;
}

int main(void) {
    cpu_set_t ours;
    sched_getaffinity(0, sizeof ours, &ours);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &ours)) {
            start(core);
        }
    }
    puts("ready");
    fflush(stdout);
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        printf("ok %.1f\n", p99());
        fflush(stdout);
    }
    return 0;
}
