/* What the host needs of Linux and of Windows. */
#define _GNU_SOURCE
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
    void (*work)(void *);
    void *with;
};

#ifdef _WIN32

#include <windows.h>

#include <psapi.h>
#include <tlhelp32.h>

struct thread {
    HANDLE handle;
    struct task task;
};

static DWORD WINAPI begin(LPVOID with) {
    struct thread *thread = with;
    thread->task.work(thread->task.with);
    return 0;
}

struct thread *system_start(void (*work)(void *), void *with) {
    struct thread *thread = calloc(1, sizeof *thread);
    thread->task = (struct task){work, with};
    thread->handle = CreateThread(NULL, 0, begin, thread, 0, NULL);
    return thread->handle ? thread : NULL;
}

int system_join(struct thread *thread, double seconds) {
    if (WaitForSingleObject(thread->handle, (DWORD)(seconds * 1000)) != WAIT_OBJECT_0) return 0;
    CloseHandle(thread->handle);
    free(thread);
    return 1;
}

int system_threads(void) {
    THREADENTRY32 entry = {.dwSize = sizeof entry};
    HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    int count = 0, more;
    if (all == INVALID_HANDLE_VALUE) return -1;
    for (more = Thread32First(all, &entry); more; more = Thread32Next(all, &entry))
        count += entry.th32OwnerProcessID == GetCurrentProcessId();
    CloseHandle(all);
    return count;
}

size_t system_memory(void) {
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    return K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) ? counters.PagefileUsage : 0;
}

double system_now(void) {
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

void system_sleep(double seconds) { Sleep((DWORD)(seconds * 1000)); }

void *system_load(const char *path) {
    HMODULE library = LoadLibraryA(path);
    if (!library) fprintf(stderr, "%s cannot be loaded: error %lu\n", path, GetLastError());
    return library;
}

void *system_symbol(void *library, const char *name) { return (void *)GetProcAddress(library, name); }

void system_unload(void *library) { FreeLibrary(library); }

int system_is_loaded(const char *path) { return GetModuleHandleA(path) != NULL; }

void system_folder(char *folder, size_t room) { GetCurrentDirectoryA((DWORD)room, folder); }

int system_make_folder(const char *path) { return CreateDirectoryA(path, NULL) || GetLastError() == ERROR_ALREADY_EXISTS; }

void system_set_variable(const char *name, const char *value) { SetEnvironmentVariableA(name, value); }

#else

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct thread {
    pthread_t handle;
    struct task task;
};

static void *begin(void *with) {
    struct thread *thread = with;
    thread->task.work(thread->task.with);
    return NULL;
}

struct thread *system_start(void (*work)(void *), void *with) {
    struct thread *thread = calloc(1, sizeof *thread);
    thread->task = (struct task){work, with};
    return pthread_create(&thread->handle, NULL, begin, thread) ? NULL : thread;
}

int system_join(struct thread *thread, double seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)seconds + 1;
    if (pthread_timedjoin_np(thread->handle, NULL, &until)) return 0;
    free(thread);
    return 1;
}

int system_threads(void) {
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    if (!tasks) return -1;
    for (struct dirent *entry; (entry = readdir(tasks));) count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

size_t system_memory(void) {
    size_t pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%zu %zu", &pages, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

double system_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void system_sleep(double seconds) { usleep((useconds_t)(seconds * 1e6)); }

void *system_load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "%s\n", dlerror());
    return library;
}

void *system_symbol(void *library, const char *name) { return dlsym(library, name); }

void system_unload(void *library) { dlclose(library); }

int system_is_loaded(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (library) dlclose(library);
    return library != NULL;
}

void system_folder(char *folder, size_t room) {
    if (!getcwd(folder, room)) folder[0] = 0;
}

int system_make_folder(const char *path) { return mkdir(path, 0777) == 0 || errno == EEXIST; }

void system_set_variable(const char *name, const char *value) { setenv(name, value, 1); }

#endif
