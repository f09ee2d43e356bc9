/* What the host needs of Linux and of Windows. */
#ifndef HOST_SYSTEM_H
#define HOST_SYSTEM_H

#include <stddef.h>

#ifdef _WIN32
#define LIBRARY_SUFFIX ".dll"
#define SEPARATOR "\\"
#define SETTINGS_VARIABLE "APPDATA"
#define SETTINGS_FOLDER "Damero"
#else
#define LIBRARY_SUFFIX ".so"
#define SEPARATOR "/"
#define SETTINGS_VARIABLE "XDG_CONFIG_HOME"
#define SETTINGS_FOLDER "damero"
#endif

struct thread;

/* Starts a function on a new thread; NULL where that cannot be. */
struct thread *system_start(void (*work)(void *), void *with);
/* Waits for a thread to end; 0 if it has not after so many seconds. */
int system_join(struct thread *thread, double seconds);
/* Threads of this process. */
int system_threads(void);
/* Bytes of memory that this process holds. */
size_t system_memory(void);
/* Seconds on a clock that only goes forwards. */
double system_now(void);
void system_sleep(double seconds);
/* Loads a library; NULL, with a line on standard error, where that fails. */
void *system_load(const char *path);
void *system_symbol(void *library, const char *name);
void system_unload(void *library);
/* Whether a file is loaded into this process. */
int system_is_loaded(const char *path);
void system_folder(char *folder, size_t room);
int system_make_folder(const char *path);
void system_set_variable(const char *name, const char *value);

#endif
