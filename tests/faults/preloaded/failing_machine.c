/*
 * Preloaded into a program (LD_PRELOAD), it makes a machine that fails on demand: what is read, written or synced below
 * FAILING_ROOT, and what time it is. FAILING_SWITCHES names a file of switches that a test sets while the program runs
 * (tests/faults/failing_machine.ts).
 */
#include "below.h"
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

/* Errors by their number, 0: none. A sync takes so much longer; the clock shows so much later. */
struct switches {
  volatile int32_t read_error, write_error, sync_error, sync_delay_ms;
  volatile int64_t clock_shift_s;
};

static struct switches none;
static struct switches *set = &none;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILING_SWITCHES");
  if (path == NULL || !watch(getenv("FAILING_ROOT"))) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (fd == -1) return;
  void *page = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) set = page;
  syscall(SYS_close, fd);
}

static int fails(int error, int fd) {
  char path[PATH_MAX];
  struct stat found;
  if (error == 0 || !watched(fd, path, &found)) return 0;
  errno = error;
  return 1;
}

static int fails_named(int error, int folder, const char *name) {
  char path[PATH_MAX];
  if (error == 0 || !named(folder, name, path)) return 0;
  errno = error;
  return 1;
}

#define READS(type, name, parameters, arguments) \
  type name parameters { return fails(set->read_error, fd) ? -1 : REAL(name) arguments; }
READS(ssize_t, read, (int fd, void *to, size_t length), (fd, to, length))
READS(ssize_t, pread, (int fd, void *to, size_t length, off_t at), (fd, to, length, at))
READS(ssize_t, pread64, (int fd, void *to, size_t length, off_t at), (fd, to, length, at))

#define WRITES(type, name, parameters, arguments) \
  type name parameters { return fails(set->write_error, fd) ? -1 : REAL(name) arguments; }
WRITES(ssize_t, write, (int fd, const void *from, size_t length), (fd, from, length))
WRITES(ssize_t, pwrite, (int fd, const void *from, size_t length, off_t at), (fd, from, length, at))
WRITES(ssize_t, pwrite64, (int fd, const void *from, size_t length, off_t at), (fd, from, length, at))
WRITES(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
WRITES(ssize_t, pwritev64, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at))

/* A full or read-only disk makes, renames and removes nothing either; a file may still be made shorter on a full one. */
#define MAKES(name, parameters, arguments, path) \
  int name parameters { return fails_named(set->write_error, AT_FDCWD, path) ? -1 : REAL(name) arguments; }
MAKES(mkdir, (const char *path, mode_t mode), (path, mode), path)
MAKES(rename, (const char *from, const char *to), (from, to), to)

static int refuses(int folder, const char *path, int flags) {
  struct stat found;
  if (set->write_error == 0 || !(flags & O_CREAT) || fstatat(folder, path, &found, 0) == 0) return 0;
  return fails_named(set->write_error, folder, path);
}

#define OPENS(name) OPENING(name, return refuses(AT_FDCWD, path, flags) ? -1 : REAL(name)(path, flags, mode);)
OPENS(open)
OPENS(open64)

static int syncs(int fd, int (*real)(int)) {
  char path[PATH_MAX];
  struct stat found;
  int delay_ms = set->sync_delay_ms;
  if (delay_ms > 0 && watched(fd, path, &found)) {
    struct timespec wait = {delay_ms / 1000, delay_ms % 1000 * 1000000l};
    nanosleep(&wait, NULL);
  }
  return fails(set->sync_error, fd) ? -1 : real(fd);
}
int fsync(int fd) { return syncs(fd, REAL(fsync)); }
int fdatasync(int fd) { return syncs(fd, REAL(fdatasync)); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += set->clock_shift_s;
  return result;
}
int gettimeofday(struct timeval *now, void *zone) {
  int result = REAL(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec += set->clock_shift_s;
  return result;
}
time_t time(time_t *to) {
  time_t now = REAL(time)(NULL) + set->clock_shift_s;
  if (to != NULL) *to = now;
  return now;
}
