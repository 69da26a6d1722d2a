/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * The receiver of the limit: receive buffered|direct HOST PORT LIST DIRECTORY CONNECTIONS. Receives every listed file into
 * DIRECTORY, named by its number in the list, without checks. One thread for each connection. With fewer files than
 * connections, files travel in pieces. The thread that writes the last piece calls fdatasync, like the sidecar.
 *
 * buffered: recv 1 MiB, pwrite 1 MiB. direct: recv 4 MiB into one of two aligned buffers, while a writer thread writes
 * the other with O_DIRECT; the end of a file is padded to a block and then cut off.
 */
#define _GNU_SOURCE
#include "wire.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

#define BUFFERED_BYTES (1024 * 1024)
#define DIRECT_BYTES (4 * 1024 * 1024)
#define PIECE_BYTES (64UL * 1024 * 1024)
#define BLOCK 4096UL

struct target {
    int file;
    atomic_ulong left;
};

struct piece {
    uint64_t file;
    uint64_t offset;
    uint64_t length;
};

static struct list files;
static struct target *targets;
static struct piece *pieces;
static size_t piece_count;
static atomic_size_t next_piece;
static int direct;
static const char *host;
static int port;

/* The buffers of one connection in direct mode. A slot with a length belongs to the writer. */
struct writer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct slot {
        char *bytes;
        size_t length;
        uint64_t offset;
        uint64_t file;
    } slots[2];
    int ended;
};

static void write_fully(int file, const char *bytes, size_t count, uint64_t offset)
{
    for (size_t done = 0; done < count;) {
        ssize_t wrote = pwrite(file, bytes + done, count - done, (off_t)(offset + done));
        if (wrote <= 0)
            die("pwrite");
        done += (size_t)wrote;
    }
}

/* Counts the remaining bytes, and forces the file after its last ones. */
static void written(uint64_t file, size_t count)
{
    struct target *target = &targets[file];
    if (atomic_fetch_sub(&target->left, count) != count)
        return;
    if (direct && files.entries[file].size % BLOCK != 0 && ftruncate(target->file, (off_t)files.entries[file].size) < 0)
        die("ftruncate");
    if (fdatasync(target->file) < 0)
        die("fdatasync");
    close(target->file);
}

static void *write_slots(void *argument)
{
    struct writer *writer = argument;
    for (int turn = 0;; turn ^= 1) {
        struct slot *slot = &writer->slots[turn];
        pthread_mutex_lock(&writer->lock);
        while (slot->length == 0 && !writer->ended)
            pthread_cond_wait(&writer->changed, &writer->lock);
        pthread_mutex_unlock(&writer->lock);
        if (slot->length == 0)
            return NULL;
        size_t padded = (slot->length + BLOCK - 1) / BLOCK * BLOCK;
        write_fully(targets[slot->file].file, slot->bytes, padded, slot->offset);
        written(slot->file, slot->length);
        pthread_mutex_lock(&writer->lock);
        slot->length = 0;
        pthread_cond_signal(&writer->changed);
        pthread_mutex_unlock(&writer->lock);
    }
}

static void start_writer(struct writer *writer)
{
    memset(writer, 0, sizeof *writer);
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    for (int i = 0; i < 2; i++)
        if (posix_memalign((void **)&writer->slots[i].bytes, BLOCK, DIRECT_BYTES) != 0)
            die("posix_memalign");
    if (pthread_create(&writer->thread, NULL, write_slots, writer) != 0)
        die("pthread_create");
}

static void end_writer(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->ended = 1;
    pthread_cond_signal(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
}

static size_t receive_chunk(int socket, char *bytes, uint64_t left, size_t most)
{
    size_t count = left < most ? left : most;
    ssize_t got = recv(socket, bytes, count, direct ? MSG_WAITALL : 0);
    if (got <= 0 || (direct && (size_t)got != count))
        die("recv");
    return (size_t)got;
}

static void receive_buffered(int socket, const struct piece *piece, char *buffer)
{
    for (uint64_t done = 0; done < piece->length;) {
        size_t count = receive_chunk(socket, buffer, piece->length - done, BUFFERED_BYTES);
        write_fully(targets[piece->file].file, buffer, count, piece->offset + done);
        done += count;
        written(piece->file, count);
    }
}

static int receive_direct(int socket, const struct piece *piece, struct writer *writer, int turn)
{
    for (uint64_t done = 0; done < piece->length; turn ^= 1) {
        struct slot *slot = &writer->slots[turn];
        pthread_mutex_lock(&writer->lock);
        while (slot->length != 0)
            pthread_cond_wait(&writer->changed, &writer->lock);
        pthread_mutex_unlock(&writer->lock);
        size_t count = receive_chunk(socket, slot->bytes, piece->length - done, DIRECT_BYTES);
        pthread_mutex_lock(&writer->lock);
        slot->file = piece->file;
        slot->offset = piece->offset + done;
        slot->length = count;
        pthread_cond_signal(&writer->changed);
        pthread_mutex_unlock(&writer->lock);
        done += count;
    }
    return turn;
}

static void *receive(void *unused)
{
    (void)unused;
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = inet_addr(host)};
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0)
        die("connect");
    struct writer writer;
    char *buffer = NULL;
    if (direct)
        start_writer(&writer);
    else if ((buffer = malloc(BUFFERED_BYTES)) == NULL)
        die("malloc");
    int turn = 0;
    for (size_t i; (i = atomic_fetch_add(&next_piece, 1)) < piece_count;) {
        struct request request = {pieces[i].file, pieces[i].offset, pieces[i].length};
        if (send(connection, &request, sizeof request, MSG_NOSIGNAL) != sizeof request)
            die("send");
        if (direct)
            turn = receive_direct(connection, &pieces[i], &writer, turn);
        else
            receive_buffered(connection, &pieces[i], buffer);
    }
    if (direct)
        end_writer(&writer);
    close(connection);
    return NULL;
}

/* With fewer files than connections, pieces keep all connections busy. */
static void plan(size_t connections)
{
    for (size_t file = 0; file < files.count; file++) {
        uint64_t size = files.entries[file].size;
        uint64_t step = files.count >= connections || size == 0 ? size : PIECE_BYTES;
        uint64_t offset = 0;
        do {
            uint64_t length = size - offset < step ? size - offset : step;
            pieces = realloc(pieces, (piece_count + 1) * sizeof *pieces);
            if (pieces == NULL)
                die("realloc");
            pieces[piece_count++] = (struct piece){file, offset, length};
            offset += length;
        } while (offset < size);
    }
}

static void create_files(const char *directory)
{
    targets = calloc(files.count, sizeof *targets);
    if (targets == NULL)
        die("calloc");
    for (size_t i = 0; i < files.count; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s/%zu", directory, i);
        targets[i].file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | (direct ? O_DIRECT : 0), 0644);
        if (targets[i].file < 0)
            die(path);
        targets[i].left = files.entries[i].size;
        if (direct && files.entries[i].size > 0
            && fallocate(targets[i].file, FALLOC_FL_KEEP_SIZE, 0, (off_t)files.entries[i].size) < 0)
            die("fallocate");
    }
}

int main(int count, char **arguments)
{
    if (count != 7) {
        fprintf(stderr, "usage: receive buffered|direct HOST PORT LIST DIRECTORY CONNECTIONS\n");
        return 2;
    }
    direct = strcmp(arguments[1], "direct") == 0;
    host = arguments[2];
    port = atoi(arguments[3]);
    files = read_list(arguments[4]);
    create_files(arguments[5]);
    size_t connections = (size_t)atoi(arguments[6]);
    plan(connections);
    pthread_t *threads = calloc(connections, sizeof *threads);
    if (threads == NULL)
        die("calloc");
    for (size_t i = 0; i < connections; i++)
        if (pthread_create(&threads[i], NULL, receive, NULL) != 0)
            die("pthread_create");
    for (size_t i = 0; i < connections; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
