/* A layer between a program and its files (LD_PRELOAD) that notes each call that changes a disk, in the order in which
 * they return: what is written where, what is synced, which names come and go. Files outside $DISK_LOG_FOLDER are left
 * alone. While the file $DISK_FAULT holds a letter the disk fails: F: full, R: read-only, G: gone, S: two seconds a sync.
 * A record is: kind, length of the name, offset, length of the data, then name and data; see disk_log.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 4096
struct head { uint32_t kind, name; uint64_t offset, data; };

static char *names[MOST_FILES];
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static int out = -1;
static const char *folder;

#define NEXT(name) ({ static typeof(&name) next; if (!next) next = (typeof(&name))dlsym(RTLD_NEXT, #name); next; })

static const char *control;

/* The letter in the file that says how the disk is; 0: well. */
static char fault(void) {
    char letter = 0;
    int saved = errno, file;
    if (!control) return 0;
    file = syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC);
    if (file >= 0) { if (syscall(SYS_read, file, &letter, 1) != 1) letter = 0; syscall(SYS_close, file); }
    errno = saved;
    return letter;
}

static int fails(void) { /* whether a call that changes the disk fails now, and how */
    char letter = fault();
    if (letter == 'F') errno = ENOSPC;
    else if (letter == 'R') errno = EROFS;
    else if (letter == 'G') errno = EIO;
    else return 0;
    return 1;
}

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("DISK_LOG");
    folder = getenv("DISK_LOG_FOLDER");
    control = getenv("DISK_FAULT");
    if (log && folder) out = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void put(const void *data, size_t length) {
    const char *at = data;
    while (length) {
        ssize_t done = syscall(SYS_write, out, at, length);
        if (done <= 0) abort(); /* a log with a hole is worse than none */
        at += done; length -= done;
    }
}

static void note(char kind, const char *name, uint64_t offset, const void *data, uint64_t length) {
    struct head head = {kind, strlen(name), offset, length};
    put(&head, sizeof head);
    put(name, head.name);
    put(data, length);
}

static int ours(const char *path, char *full) {
    if (out < 0 || !path) return 0;
    if (path[0] == '/') snprintf(full, PATH_MAX, "%s", path);
    else { char here[PATH_MAX]; if (!getcwd(here, sizeof here)) return 0; if (snprintf(full, PATH_MAX, "%s/%s", here, path) >= PATH_MAX) return 0; }
    return !strncmp(full, folder, strlen(folder));
}

static char *of(int file) { return out >= 0 && file >= 0 && file < MOST_FILES ? names[file] : NULL; }

static int opened(int file, const char *path, int flags, int there) {
    char full[PATH_MAX];
    int saved = errno;
    if (file >= 0 && file < MOST_FILES) { /* a number may be another file's by now */
        free(names[file]);
        names[file] = NULL;
        if (ours(path, full)) {
            names[file] = strdup(full);
            if (!there && (flags & O_CREAT)) note('C', full, 0, "", 0);
            else if (flags & O_TRUNC) note('T', full, 0, "", 0);
        }
    }
    errno = saved;
    return file;
}

static int is_there(const char *path) { struct stat state; return !lstat(path, &state); }


#define OPEN(name)                                                                       \
    int name(const char *path, int flags, ...) {                                         \
        mode_t mode = 0;                                                                 \
        if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
        char full[PATH_MAX];                                                             \
        if (((flags & O_CREAT && !is_there(path)) || fault() == 'G') && ours(path, full) && fails()) return -1; \
        pthread_mutex_lock(&order);                                                      \
        int there = is_there(path);                                                      \
        int file = opened(NEXT(name)(path, flags, mode), path, flags, there);            \
        pthread_mutex_unlock(&order);                                                    \
        return file;                                                                     \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                     \
    int name(int at, const char *path, int flags, ...) {                                 \
        mode_t mode = 0;                                                                 \
        if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
        pthread_mutex_lock(&order);                                                      \
        int there = at == AT_FDCWD || path[0] == '/' ? is_there(path) : 1;               \
        int file = NEXT(name)(at, path, flags, mode);                                    \
        if (at == AT_FDCWD || path[0] == '/') opened(file, path, flags, there);          \
        pthread_mutex_unlock(&order);                                                    \
        return file;                                                                     \
    }
OPENAT(openat)
OPENAT(openat64)

#define PWRITE(name, offset_t)                                                           \
    ssize_t name(int file, const void *data, size_t length, offset_t offset) {           \
        if (of(file) && fails()) return -1;                                              \
        pthread_mutex_lock(&order);                                                      \
        ssize_t done = NEXT(name)(file, data, length, offset);                           \
        if (done > 0 && of(file)) note('W', of(file), offset, data, done);               \
        pthread_mutex_unlock(&order);                                                    \
        return done;                                                                     \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t length) {
    if (of(file) && fails()) return -1;
    pthread_mutex_lock(&order);
    off_t offset = of(file) ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t done = NEXT(write)(file, data, length);
    if (done > 0 && of(file)) note('W', of(file), offset < 0 ? 0 : offset, data, done);
    pthread_mutex_unlock(&order);
    return done;
}

#define SYNC(name)                                                                       \
    int name(int file) {                                                                 \
        if (of(file) && fault() == 'S') sleep(2);                                        \
        if (of(file) && fails()) return -1;                                              \
        int done = NEXT(name)(file);                                                     \
        pthread_mutex_lock(&order);                                                      \
        if (!done && of(file)) note('S', of(file), 0, "", 0);                            \
        pthread_mutex_unlock(&order);                                                    \
        return done;                                                                     \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_t)                                                         \
    int name(int file, offset_t length) {                                                \
        if (of(file) && fails()) return -1;                                              \
        pthread_mutex_lock(&order);                                                      \
        int done = NEXT(name)(file, length);                                             \
        if (!done && of(file)) note('T', of(file), length, "", 0);                       \
        pthread_mutex_unlock(&order);                                                    \
        return done;                                                                     \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

static int gone(int done, const char *path) {
    char full[PATH_MAX];
    if (!done && ours(path, full)) note('U', full, 0, "", 0);
    return done;
}

static int renamed(int done, char kind, const char *from, const char *to) {
    char old[PATH_MAX], new[PATH_MAX];
    if (!done && ours(from, old) && ours(to, new)) note(kind, old, 0, new, strlen(new));
    return done;
}

#define GUARDED(call) { pthread_mutex_lock(&order); int done = call; pthread_mutex_unlock(&order); return done; }
int unlink(const char *path) GUARDED(gone(NEXT(unlink)(path), path))
int unlinkat(int at, const char *path, int flags)
    GUARDED(at == AT_FDCWD || path[0] == '/' ? gone(NEXT(unlinkat)(at, path, flags), path) : NEXT(unlinkat)(at, path, flags))
int rename(const char *from, const char *to) GUARDED(renamed(NEXT(rename)(from, to), 'R', from, to))
int renameat(int a, const char *from, int b, const char *to) GUARDED(renamed(NEXT(renameat)(a, from, b, to), 'R', from, to))
int link(const char *from, const char *to) GUARDED(renamed(NEXT(link)(from, to), 'L', from, to))
int linkat(int a, const char *from, int b, const char *to, int flags)
    GUARDED(renamed(NEXT(linkat)(a, from, b, to, flags), 'L', from, to))
