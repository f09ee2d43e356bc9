/* A host of the library: it calls it as CheckerBoard does, and worse, and stops at the first fault. */
#ifndef HOST_H
#define HOST_H

#include "../../include/damero.h"

_Static_assert(sizeof(struct CBmove) == 268, "the interface's structure");

enum { TEXT = 1024, GUARD = 64, OLD = 'z', SHORT_REPLY = 249, MOST_ENTRIES = 64 };

/* A library under one file name. */
struct library {
    char path[400];
    void *module;
    __typeof__(&getmove) getmove;
    __typeof__(&enginecommand) enginecommand;
    __typeof__(&islegal) islegal;
};

/* One call of getmove. What lies behind its texts and structures is watched. */
struct search {
    const struct library *library;
    int board[8][8], before[8][8];
    int colour;
    double max_time;
    char status[TEXT + GUARD];
    volatile int play_now;
    int info, more_info;
    struct CBmove move;
    unsigned char behind[GUARD];
    int result;
    double took;
};

/* calls.c */

/* Says what was checked and held. */
void passed(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says what did not hold, and ends the program. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define CHECK(condition, ...) \
    do { \
        if (!(condition)) fail(__VA_ARGS__); \
    } while (0)

struct library load(const char *path);
/* Unloads a library, which is gone then. */
void unload(struct library *library);
/* Gives a command into a buffer full of old text, and checks what any reply must be; whether it was handled. */
int ask(const struct library *library, const char *command, char reply[TEXT]);
/* Gives a command that must be handled; its reply must be `wanted`, unless that is NULL. */
void must(const struct library *library, const char *command, const char *wanted);
/* Starts getmove on a new thread. */
struct thread *begin(struct search *search);
/* Waits for getmove; checks what it answered by the rules of `gametype` (0: of none, the board may be junk), and that no
 * thread is left. Whether it moved. */
int finish(struct search *search, struct thread *thread, int gametype);
/* A search for `max_time` seconds in a position, with everything else zero. */
struct search in_position(const struct library *library, int gametype, const char *fen, double max_time);
/* Checks that there are no threads but the first one's. */
void no_thread_left(const char *after);
/* A game type's start position. */
const char *start_of(int gametype);

/* lists.c */

/* Lists of moves with known answers, in every ruleset, from copies of the library in a folder. */
void known_lists(const char *original, const char *folder);

/* orders.c */

/* Random orders of calls. */
void random_orders(const char *first, const char *second, unsigned long long seed, int orders);

/* host.c */

/* Copies a file to `folder` under a name with the library's suffix; writes the path. */
void copy_as(const char *original, const char *folder, const char *name, char path[400]);

#endif
