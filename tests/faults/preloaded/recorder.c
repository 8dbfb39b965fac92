/*
 * Preloaded into a program (LD_PRELOAD), it writes down what the program changes below one folder and what it waits for
 * the disk to have: RECORDED_ROOT names the folder, RECORDED_LOG the file that is appended to. tests/faults/recording.ts
 * reads it. Every call is made first and written down after, so what stands before a record had happened by then.
 *
 * Not written down: logs' indexes (-shm), which are made again from their logs, sockets, and whatever lies elsewhere.
 * What it sees and cannot tell the outcome of (a copy within the system, a link) becomes a record that fails the test.
 */
#include "below.h"

enum { WRITTEN = 1, CUT = 2, SYNCED = 3, MADE = 4, FOLDER = 5, RENAMED = 6, REMOVED = 7, UNTOLD = 8 };

/* One record: this head, then `first` and `second` bytes. Numbers are little-endian, as on every machine that runs it. */
struct head {
  uint32_t magic, kind;
  uint64_t node, number;
  uint32_t first, second;
};

#define MAGIC 0x54575243u

static int journal = -1;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RECORDED_LOG");
  if (path == NULL || !watch(getenv("RECORDED_ROOT"))) return;
  journal = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void tell(uint32_t kind, uint64_t node, uint64_t number, const void *first, size_t first_length,
                 const void *second, size_t second_length) {
  struct head head = {MAGIC, kind, node, number, first_length, second_length};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)first, first_length}, {(void *)second, second_length}};
  int before = errno;
  /* One call appends it whole, whichever processes and threads append beside it. */
  if (syscall(SYS_writev, journal, parts, 3) != (long)(sizeof head + first_length + second_length)) abort();
  errno = before;
}

static void tell_path(uint32_t kind, uint64_t node, const char *path) {
  tell(kind, node, 0, path, strlen(path), NULL, 0);
}

static void untold(int fd, const char *call) {
  char path[PATH_MAX];
  struct stat found;
  if (watched(fd, path, &found)) tell(UNTOLD, found.st_ino, 0, call, strlen(call), path, strlen(path));
}

/* Opening. */

static int opened(int fd, int flags, int was_there) {
  char path[PATH_MAX];
  struct stat found;
  if (fd < 0 || !(flags & (O_CREAT | O_TRUNC)) || !watched(fd, path, &found) || !S_ISREG(found.st_mode)) return fd;
  if (!was_there) tell_path(MADE, found.st_ino, path);
  else if (flags & O_TRUNC) tell(CUT, found.st_ino, 0, NULL, 0, NULL, 0);
  return fd;
}

static int is_there(int folder, const char *name, int flags) {
  struct stat found;
  return root == NULL || !(flags & O_CREAT) || fstatat(folder, name, &found, 0) == 0;
}

#define OPENS(name)                                     \
  OPENING(name, int was_there = is_there(AT_FDCWD, path, flags); \
          return opened(REAL(name)(path, flags, mode), flags, was_there);)
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                      \
  int name(int folder, const char *path, int flags, ...) {                  \
    va_list rest;                                                           \
    va_start(rest, flags);                                                  \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                           \
    int was_there = is_there(folder, path, flags);                          \
    return opened(REAL(name)(folder, path, flags, mode), flags, was_there); \
  }
OPENS_AT(openat)
OPENS_AT(openat64)

/* Writing. */

static ssize_t wrote(int fd, const void *bytes, ssize_t length, off_t at) {
  char path[PATH_MAX];
  struct stat found;
  if (length <= 0 || !watched(fd, path, &found)) return length;
  off_t from = at >= 0 ? at : lseek(fd, 0, SEEK_CUR) - length;
  tell(WRITTEN, found.st_ino, from, bytes, length, NULL, 0);
  return length;
}

ssize_t write(int fd, const void *bytes, size_t length) { return wrote(fd, bytes, REAL(write)(fd, bytes, length), -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return wrote(fd, bytes, REAL(pwrite)(fd, bytes, length, at), at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
  return wrote(fd, bytes, REAL(pwrite64)(fd, bytes, length, at), at);
}

static ssize_t wrote_parts(int fd, const struct iovec *parts, int count, ssize_t length, off_t at) {
  char path[PATH_MAX];
  struct stat found;
  if (length <= 0 || !watched(fd, path, &found)) return length;
  off_t from = at >= 0 ? at : lseek(fd, 0, SEEK_CUR) - length;
  ssize_t left = length;
  for (int i = 0; i < count && left > 0; i++) {
    ssize_t size = (ssize_t)parts[i].iov_len < left ? (ssize_t)parts[i].iov_len : left;
    if (size > 0) tell(WRITTEN, found.st_ino, from, parts[i].iov_base, size, NULL, 0);
    from += size;
    left -= size;
  }
  return length;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  return wrote_parts(fd, parts, count, REAL(writev)(fd, parts, count), -1);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  return wrote_parts(fd, parts, count, REAL(pwritev)(fd, parts, count, at), at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t at) {
  return wrote_parts(fd, parts, count, REAL(pwritev64)(fd, parts, count, at), at);
}

static int cut(int fd, int result, off_t size) {
  char path[PATH_MAX];
  struct stat found;
  if (result == 0 && watched(fd, path, &found)) tell(CUT, found.st_ino, size, NULL, 0, NULL, 0);
  return result;
}
int ftruncate(int fd, off_t size) { return cut(fd, REAL(ftruncate)(fd, size), size); }
int ftruncate64(int fd, off_t size) { return cut(fd, REAL(ftruncate64)(fd, size), size); }

/* Waiting for the disk: `number` is how far this very log had come when the wait began; it holds for all before that. */

static off_t told_so_far(void) { return root == NULL ? 0 : lseek(journal, 0, SEEK_END); }

static int synced(int fd, int result, off_t covers) {
  char path[PATH_MAX];
  struct stat found;
  if (result == 0 && watched(fd, path, &found)) tell(SYNCED, found.st_ino, covers, path, strlen(path), NULL, 0);
  return result;
}
int fsync(int fd) {
  off_t covers = told_so_far();
  return synced(fd, REAL(fsync)(fd), covers);
}
int fdatasync(int fd) {
  off_t covers = told_so_far();
  return synced(fd, REAL(fdatasync)(fd), covers);
}

/* Names. */

static int made_folder(int folder, const char *name, int result) {
  char path[PATH_MAX];
  struct stat found;
  if (result == 0 && named(folder, name, path) && stat(path, &found) == 0) tell_path(FOLDER, found.st_ino, path);
  return result;
}
int mkdir(const char *name, mode_t mode) { return made_folder(AT_FDCWD, name, REAL(mkdir)(name, mode)); }
int mkdirat(int folder, const char *name, mode_t mode) {
  return made_folder(folder, name, REAL(mkdirat)(folder, name, mode));
}

static int removed(int folder, const char *name, int result) {
  char path[PATH_MAX];
  if (result == 0 && named(folder, name, path)) tell_path(REMOVED, 0, path);
  return result;
}
int unlink(const char *name) { return removed(AT_FDCWD, name, REAL(unlink)(name)); }
int rmdir(const char *name) { return removed(AT_FDCWD, name, REAL(rmdir)(name)); }
int remove(const char *name) { return removed(AT_FDCWD, name, REAL(remove)(name)); }
int unlinkat(int folder, const char *name, int flags) {
  return removed(folder, name, REAL(unlinkat)(folder, name, flags));
}

static int renamed(int from_folder, const char *from, int to_folder, const char *to, int result) {
  char before[PATH_MAX], after[PATH_MAX];
  if (result != 0) return result;
  int knows = named(from_folder, from, before) + named(to_folder, to, after);
  if (knows == 2) tell(RENAMED, 0, 0, before, strlen(before), after, strlen(after));
  else if (knows == 1) tell(UNTOLD, 0, 0, "rename", 6, from, strlen(from));
  return result;
}
int rename(const char *from, const char *to) {
  return renamed(AT_FDCWD, from, AT_FDCWD, to, REAL(rename)(from, to));
}
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return renamed(from_folder, from, to_folder, to, REAL(renameat)(from_folder, from, to_folder, to));
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return renamed(from_folder, from, to_folder, to, REAL(renameat2)(from_folder, from, to_folder, to, flags));
}

/* What is not followed. */

ssize_t sendfile64(int to, int from, off64_t *at, size_t length) {
  ssize_t sent = REAL(sendfile64)(to, from, at, length);
  if (sent > 0) untold(to, "sendfile");
  return sent;
}
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  ssize_t copied = REAL(copy_file_range)(from, from_at, to, to_at, length, flags);
  if (copied > 0) untold(to, "copy_file_range");
  return copied;
}
int fallocate64(int fd, int mode, off_t from, off_t length) {
  int result = REAL(fallocate64)(fd, mode, from, length);
  if (result == 0) untold(fd, "fallocate");
  return result;
}
