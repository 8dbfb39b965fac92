/* What the preloaded libraries share: which files and folders are theirs to look at, and the calls as the system has them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Defines a call that opens a path; the mode comes behind the flags where a file may be made. */
#define OPENING(name, ...)                                                  \
  int name(const char *path, int flags, ...) {                              \
    va_list rest;                                                           \
    va_start(rest, flags);                                                  \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                           \
    __VA_ARGS__                                                             \
  }

/* The folder that is watched; NULL: none is. */
static const char *root;
static size_t root_length;

static int watch(const char *folder) {
  if (folder == NULL) return 0;
  root_length = strlen(folder);
  root = folder;
  return 1;
}

static int is_index(const char *path) {
  size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, "-shm") == 0;
}

static int is_below(const char *path) {
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0) && !is_index(path);
}

/* The path behind a descriptor of a file or folder that is watched. */
static int watched(int fd, char *path, struct stat *found) {
  char link[64];
  if (root == NULL || fstat(fd, found) != 0 || !(S_ISREG(found->st_mode) || S_ISDIR(found->st_mode))) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

/* The whole path of a name given from a folder on. */
static int named(int folder, const char *name, char *path) {
  if (root == NULL || name == NULL) return 0;
  if (name[0] == '/') {
    if (strlen(name) >= PATH_MAX) return 0;
    strcpy(path, name);
    return is_below(path);
  }
  char link[64], from[PATH_MAX];
  if (folder == AT_FDCWD) {
    if (getcwd(from, sizeof from) == NULL) return 0;
  } else {
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, from, sizeof from - 1);
    if (length < 0) return 0;
    from[length] = 0;
  }
  if (snprintf(path, PATH_MAX, "%s/%s", from, name) >= PATH_MAX) return 0;
  return is_below(path);
}
