/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * A long link: link NAMESPACE NAMESPACE DEVICE BITS MICROSECONDS LOST SEED QUEUE MTU. Makes a TUN device with that name
 * in each of the two network namespaces, prints "ready", and forwards IP packets between them until killed. BITS a
 * second and MICROSECONDS one way, the same both ways. LOST packets of a million are lost at random, QUEUE bytes wait
 * for the link, and a packet that finds the queue full is dropped. BITS 0 is no limit. Answers each line of standard
 * input with "ok" and its counters, for either direction: packets, their bytes, lost, dropped, microseconds that the latest was
 * late, packets more than a millisecond late. Ends with standard input.
 *
 * The kernel passes segments of one connection in groups of up to 64 KiB, as a network card takes and gives them. The
 * link counts, loses and drops every segment by itself: a group that lost one is forwarded in two parts. Nothing here
 * ends a connection, acknowledges, repeats or reorders.
 *
 * One thread for each direction. The queue is virtual: a packet that arrives knows when the link is free for it.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <linux/virtio_net.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* A group of segments with its headers. */
#define GROUP_BYTES 65536
#define HEADER sizeof(struct virtio_net_hdr)
/* What a device may hold until it is read. */
#define DEVICE_PACKETS 10000
/* Packets taken before those that are due are sent. */
#define TURN 64
#define SECOND 1000000000ULL

struct counters {
    uint64_t packets;
    uint64_t bytes;
    uint64_t lost;
    uint64_t dropped;
    /* Nanoseconds that the latest packet was behind its time. */
    uint64_t late;
    /* Packets that came more than a millisecond late. */
    uint64_t late_packets;
};

/* A packet in flight; its bytes, virtio header first, follow in the ring. */
struct packet {
    uint64_t due;
    uint32_t length;
    uint32_t segments;
};

struct direction {
    int from;
    int to;
    uint64_t random;
    uint64_t free_at;
    /* A ring of packets. The end stays empty where a packet does not fit. */
    char *ring;
    size_t size;
    size_t head;
    size_t tail;
    size_t wrap;
    size_t held;
    struct counters counters;
};

static uint64_t bits;
static uint64_t delay;
static uint64_t lost_of_million;
static uint64_t queue_bytes;
static uint64_t queue_nanos;

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

/* xorshift64*: the same losses for the same seed and packets. */
static uint32_t next_random(struct direction *direction)
{
    uint64_t x = direction->random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    direction->random = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1DULL) >> 32);
}

static int open_device(const char *namespace, const char *name, int mtu)
{
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", namespace);
    int target = open(path, O_RDONLY | O_CLOEXEC);
    if (target < 0 || setns(target, CLONE_NEWNET) < 0)
        die(path);
    close(target);
    int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI | IFF_VNET_HDR};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0)
        die("/dev/net/tun");
    if (ioctl(device, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4) < 0)
        die("TUNSETOFFLOAD");
    int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    request.ifr_mtu = mtu;
    if (control < 0 || ioctl(control, SIOCSIFMTU, &request) < 0)
        die("SIOCSIFMTU");
    request.ifr_qlen = DEVICE_PACKETS;
    if (ioctl(control, SIOCSIFTXQLEN, &request) < 0)
        die("SIOCSIFTXQLEN");
    close(control);
    return device;
}

/* Returns room for a group, or null when the ring is full. */
static char *reserve(struct direction *direction)
{
    size_t most = sizeof(struct packet) + HEADER + GROUP_BYTES;
    if (direction->held + 2 * most > direction->size)
        return NULL;
    if (direction->size - direction->head < most) {
        direction->wrap = direction->head;
        direction->held += direction->size - direction->head;
        direction->head = 0;
    }
    return direction->ring + direction->head;
}

static void commit(struct direction *direction, uint64_t due, uint32_t length, uint32_t segments)
{
    struct packet *packet = (struct packet *)(direction->ring + direction->head);
    *packet = (struct packet){due, length, segments};
    size_t used = (sizeof *packet + length + 15) / 16 * 16;
    direction->head += used;
    direction->held += used;
}

static struct packet *first(struct direction *direction)
{
    if (direction->held == 0)
        return NULL;
    if (direction->tail == direction->wrap) {
        direction->held -= direction->size - direction->tail;
        direction->tail = 0;
        direction->wrap = direction->size;
        if (direction->held == 0)
            return NULL;
    }
    return (struct packet *)(direction->ring + direction->tail);
}

static void remove_first(struct direction *direction, const struct packet *packet)
{
    size_t used = (sizeof *packet + packet->length + 15) / 16 * 16;
    direction->tail += used;
    direction->held -= used;
}

/* Sums 16-bit words in network order, for headers. */
static uint32_t sum(const void *bytes, size_t count, uint32_t start)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i + 1 < count; i += 2)
        start += (uint32_t)(byte[i] << 8 | byte[i + 1]);
    return start;
}

static uint16_t fold(uint32_t sum)
{
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)sum;
}

/* Sends or drops one segment: the time at which it leaves the link, or 0. */
static uint64_t pass(struct direction *direction, uint64_t arrived, uint32_t bytes)
{
    if (bits != 0) {
        uint64_t free_at = direction->free_at > arrived ? direction->free_at : arrived;
        if (free_at - arrived > queue_nanos) {
            direction->counters.dropped++;
            return 0;
        }
        direction->free_at = free_at + bytes * 8 * SECOND / bits;
        arrived = direction->free_at;
    }
    if (lost_of_million != 0 && next_random(direction) % 1000000 < lost_of_million) {
        direction->counters.lost++;
        return 0;
    }
    return arrived;
}

static int is_group(const char *read)
{
    return (((const struct virtio_net_hdr *)read)->gso_type & ~VIRTIO_NET_HDR_GSO_ECN) == VIRTIO_NET_HDR_GSO_TCPV4;
}

/* Of IP and TCP, in front of the payload of a group. */
static uint32_t header_bytes(const char *group)
{
    uint32_t ip_bytes = ((const struct iphdr *)(group + HEADER))->ihl * 4U;
    return ip_bytes + ((const struct tcphdr *)(group + HEADER + ip_bytes))->doff * 4U;
}

/* Copies the segments [from, until) of a group as a smaller one: with its own lengths, sequence number and flags. */
static uint32_t cut(char *to, const char *group, uint32_t length, uint32_t from, uint32_t until, uint32_t segments)
{
    const struct virtio_net_hdr *whole = (const struct virtio_net_hdr *)group;
    const struct iphdr *ip = (const struct iphdr *)(group + HEADER);
    uint32_t ip_bytes = ip->ihl * 4U;
    const struct tcphdr *tcp = (const struct tcphdr *)(group + HEADER + ip_bytes);
    uint32_t headers = header_bytes(group);
    uint32_t start = from * whole->gso_size;
    uint32_t end = until == segments ? length - (uint32_t)HEADER - headers : until * whole->gso_size;
    uint32_t payload = end - start;
    memcpy(to + HEADER + headers, group + HEADER + headers + start, payload);
    memcpy(to, group, HEADER + headers);
    struct virtio_net_hdr *part = (struct virtio_net_hdr *)to;
    if (payload <= part->gso_size) {
        part->gso_type = VIRTIO_NET_HDR_GSO_NONE;
        part->gso_size = 0;
    }
    struct iphdr *part_ip = (struct iphdr *)(to + HEADER);
    part_ip->tot_len = htons((uint16_t)(headers + payload));
    part_ip->id = htons((uint16_t)(ntohs(ip->id) + from));
    part_ip->check = 0;
    part_ip->check = htons((uint16_t)~fold(sum(part_ip, ip_bytes, 0)));
    struct tcphdr *part_tcp = (struct tcphdr *)(to + HEADER + ip_bytes);
    part_tcp->seq = htonl(ntohl(tcp->seq) + start);
    if (until != segments)
        part_tcp->fin = part_tcp->psh = 0;
    if (from != 0)
        part_tcp->res2 &= 1;
    /* The receiving kernel completes a checksum that covers the pseudo header. */
    part_tcp->check = htons(fold(sum(&part_ip->saddr, 8, IPPROTO_TCP + headers - ip_bytes + payload)));
    return (uint32_t)HEADER + headers + payload;
}

/* Forwards what survives of the group that was read into the ring's room. */
static void take_group(struct direction *direction, char *read, uint32_t length, uint64_t arrived)
{
    static __thread uint8_t survives[GROUP_BYTES + 1];
    static __thread char copy[HEADER + GROUP_BYTES];
    uint32_t size = ((const struct virtio_net_hdr *)read)->gso_size;
    uint32_t headers = header_bytes(read);
    uint32_t payload = length - (uint32_t)HEADER - headers;
    uint32_t segments = (payload + size - 1) / size;
    uint32_t survivors = 0;
    uint64_t due = arrived;
    for (uint32_t i = 0; i < segments; i++) {
        uint32_t bytes = headers + (i + 1 == segments ? payload - i * size : size);
        direction->counters.packets++;
        direction->counters.bytes += bytes;
        uint64_t passed = pass(direction, arrived, bytes);
        survives[i] = passed != 0;
        survivors += survives[i];
        due = passed != 0 ? passed : due;
    }
    survives[segments] = 0;
    if (survivors == segments) {
        commit(direction, due + delay, length, segments);
        return;
    }
    memcpy(copy, read, length);
    for (uint32_t begin = 0; begin < segments; begin++) {
        uint32_t end = begin;
        while (survives[end])
            end++;
        char *room = end == begin ? NULL : reserve(direction);
        if (room != NULL) {
            uint32_t part = cut(room + sizeof(struct packet), copy, length, begin, end, segments);
            commit(direction, due + delay, part, end - begin);
        } else {
            direction->counters.dropped += end - begin;
        }
        begin = end;
    }
}

/* Reads one packet or group. Returns 0 when there is none. */
static int take(struct direction *direction)
{
    static __thread char spare[HEADER + GROUP_BYTES];
    char *room = reserve(direction);
    char *to = room == NULL ? spare : room + sizeof(struct packet);
    ssize_t got = read(direction->from, to, HEADER + GROUP_BYTES);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (got < (ssize_t)(HEADER + sizeof(struct iphdr)))
        die("read");
    uint64_t arrived = now();
    uint32_t bytes = (uint32_t)got - (uint32_t)HEADER;
    if (room == NULL) {
        direction->counters.packets++;
        direction->counters.dropped++;
    } else if (is_group(to)) {
        take_group(direction, to, (uint32_t)got, arrived);
    } else {
        direction->counters.packets++;
        direction->counters.bytes += bytes;
        uint64_t due = pass(direction, arrived, bytes);
        if (due != 0)
            commit(direction, due + delay, (uint32_t)got, 1);
    }
    return 1;
}

/* Sends what is due. Returns the nanoseconds until the next packet is, or a second. */
static uint64_t give(struct direction *direction)
{
    for (;;) {
        struct packet *packet = first(direction);
        if (packet == NULL)
            return SECOND;
        uint64_t time = now();
        if (packet->due > time)
            return packet->due - time;
        uint64_t late = time - packet->due;
        if (late > direction->counters.late)
            direction->counters.late = late;
        if (late > SECOND / 1000)
            direction->counters.late_packets += packet->segments;
        if (write(direction->to, packet + 1, packet->length) < 0)
            direction->counters.dropped += packet->segments;
        remove_first(direction, packet);
    }
}

static void *forward(void *argument)
{
    struct direction *direction = argument;
    /* Timers to the microsecond, and before other processes: a late link would be another link. */
    prctl(PR_SET_TIMERSLACK, 1000UL);
    struct sched_param priority = {.sched_priority = 10};
    sched_setscheduler(0, SCHED_FIFO, &priority);
    for (;;) {
        uint64_t wait = give(direction);
        struct pollfd readable = {.fd = direction->from, .events = POLLIN};
        struct timespec timeout = {.tv_sec = (time_t)(wait / SECOND), .tv_nsec = (long)(wait % SECOND)};
        if (ppoll(&readable, 1, &timeout, NULL) > 0)
            for (int i = 0; i < TURN && take(direction); i++)
                ;
    }
    return NULL;
}

static struct direction *open_direction(int from, int to, uint64_t seed)
{
    struct direction *direction = calloc(1, sizeof *direction);
    if (direction == NULL)
        die("calloc");
    /* What is on its way, what waits, and what the headers of small packets cost. */
    uint64_t rate = bits == 0 ? 20000000000ULL : bits;
    size_t size = (size_t)((rate / 8 * delay / SECOND + queue_bytes) * 5 / 4) + (64UL << 20);
    char *ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ring == MAP_FAILED)
        die("mmap");
    *direction = (struct direction){
        .from = from, .to = to, .random = seed * 0x9E3779B97F4A7C15ULL + 1, .ring = ring, .size = size, .wrap = size};
    return direction;
}

static void print(const struct direction *directions[2])
{
    for (int i = 0; i < 2; i++) {
        const struct counters *c = &directions[i]->counters;
        printf("%s%lu %lu %lu %lu %lu %lu", i == 0 ? "ok " : " ", c->packets, c->bytes, c->lost, c->dropped, c->late / 1000,
               c->late_packets);
    }
    printf("\n");
    fflush(stdout);
}

int main(int count, char **arguments)
{
    if (count != 10) {
        fprintf(stderr, "usage: link NAMESPACE NAMESPACE DEVICE BITS MICROSECONDS LOST SEED QUEUE MTU\n");
        return 2;
    }
    bits = strtoull(arguments[4], NULL, 10);
    delay = strtoull(arguments[5], NULL, 10) * 1000;
    lost_of_million = strtoull(arguments[6], NULL, 10);
    uint64_t seed = strtoull(arguments[7], NULL, 10);
    queue_bytes = strtoull(arguments[8], NULL, 10);
    queue_nanos = bits == 0 ? 0 : queue_bytes * 8 * SECOND / bits;
    int mtu = atoi(arguments[9]);
    int one = open_device(arguments[1], arguments[3], mtu);
    int other = open_device(arguments[2], arguments[3], mtu);
    struct direction *there = open_direction(one, other, 2 * seed + 1);
    struct direction *back = open_direction(other, one, 2 * seed + 2);
    const struct direction *both[2] = {there, back};
    pthread_t thread;
    if (pthread_create(&thread, NULL, forward, there) != 0 || pthread_create(&thread, NULL, forward, back) != 0)
        die("pthread_create");
    printf("ready\n");
    fflush(stdout);
    /* Every line asks for the counters. */
    for (char line[64]; fgets(line, sizeof line, stdin) != NULL;)
        print(both);
    return 0;
}
