/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * The sender of the limit: send LIST HOST. Listens on that address and prints its port. Answers a request for a byte range of a
 * listed file through sendfile. One thread for each connection. Runs until killed.
 */
#define _GNU_SOURCE
#include "wire.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

#define SEGMENT (1024 * 1024)

static struct list files;

static void send_range(int socket, const struct request *request)
{
    int file = open(files.entries[request->file].path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        die(files.entries[request->file].path);
    off_t offset = (off_t)request->offset;
    for (uint64_t left = request->length; left > 0;) {
        ssize_t sent = sendfile(socket, file, &offset, left < SEGMENT ? left : SEGMENT);
        if (sent <= 0)
            die("sendfile");
        left -= (uint64_t)sent;
    }
    close(file);
}

static void *serve(void *argument)
{
    int socket = (int)(intptr_t)argument;
    struct request request;
    while (read_fully(socket, &request, sizeof request))
        send_range(socket, &request);
    close(socket);
    return NULL;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: send LIST HOST\n");
        return 2;
    }
    files = read_list(arguments[1]);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = inet_addr(arguments[2])};
    socklen_t length = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 64) < 0
        || getsockname(listener, (struct sockaddr *)&address, &length) < 0)
        die("listen");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection < 0)
            die("accept");
        int on = 1;
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)connection) != 0)
            die("pthread_create");
        pthread_detach(thread);
    }
}
