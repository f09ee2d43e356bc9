/* Calls in random orders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "system.h"

enum { CALLS = 8, BOTH = 2 };

static const int GAME_TYPES[] = {21, 22, 23, 24, 25, 26, 28, 29};

static const char *const COMMANDS[] = {
    "name", "about", "help", "get book", "get movelist B:W1:B", "get gametype", "get protocolversion", "get hashsize",
    "get searchthreads", "get allscores", "get dbpath", "get dbmbytes", "get max_dbpieces", "get enable_wld",
    "get mtcpath", "get enable_mtc", "get bookfile", "get solve", "get cpus", "set hashsize 1", "set hashsize 3",
    "set searchthreads 1", "set searchthreads 2", "set allscores 1", "set allscores 0", "set book 0", "set enable_wld 0",
    "set enable_wld 1", "set max_dbpieces 3", "set dbpath nowhere", "set dbpath ", "set dbmbytes 64",
    "set gamehist W:WK32:BK1 32-27 1-6", "set gamehist W:WK32:BK1 32-1", "set gamehist", "set hashsize -4",
    "set gametype 99", "staticevaluation W:WK32:BK1", "staticevaluation x", "get movelist", "get movelist ?:W1:B2", "",
    " ", "set", "get", "quit", "getmove", "name name",
};

static unsigned long long state;

/* xorshift64* */
static unsigned roll(unsigned below) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)(state * 2685821657736338717ULL >> 33) % below;
}

/* A game that goes on through the calls. */
struct side {
    struct library library;
    int gametype;
    struct search game;
};

static void restart(struct side *side) {
    side->game = in_position(&side->library, side->gametype, start_of(side->gametype), 0);
}

/* Another ruleset, from its start. */
static void choose(struct side *side) {
    char command[40];
    side->gametype = GAME_TYPES[roll(8)];
    snprintf(command, sizeof command, "set gametype %d", side->gametype);
    must(&side->library, command, NULL);
    must(&side->library, "set hashsize 1", NULL);
    restart(side);
}

/* Loads it again. Not too often: Rust's library takes eight of a process's 1088 places for memory of threads each time, and
 * under mingw never gives them back. */
static void reload(struct side *side) {
    char path[400];
    strcpy(path, side->library.path);
    unload(&side->library);
    side->library = load(path);
    choose(side);
}

static void search(struct side *side) {
    struct search *game = &side->game;
    static const double TIMES[] = {0, 0.001, 0.004, 0.01, -1};
    struct thread *thread;
    game->max_time = TIMES[roll(5)];
    game->info = (int)roll(16);
    game->more_info = (int)(roll(30) << 16 | roll(30));
    game->play_now = roll(4) == 0;
    thread = begin(game);
    if (roll(2)) game->play_now = 1;
    if (!finish(game, thread, side->gametype))
        restart(side);
    else
        game->colour = game->colour == CB_WHITE ? CB_BLACK : CB_WHITE;
}

static void search_junk(struct side *side) {
    struct search junk = {.library = &side->library, .max_time = 0.001, .colour = (int)roll(5) - 1};
    for (int square = 0; square < 64; square++) junk.board[square / 8][square % 8] = roll(3) ? 0 : (int)roll(20) - 3;
    finish(&junk, begin(&junk), 0);
}

static void ask_junk(struct side *side) {
    static char command[70000];
    char reply[TEXT];
    size_t length = roll(2) ? roll(40) : roll(sizeof command - 1);
    for (size_t at = 0; at < length; at++) command[at] = (char)(1 + roll(255));
    command[length] = 0;
    if (roll(2) && length > 13) memcpy(command, "set gamehist ", 13);
    CHECK(!ask(&side->library, command, reply), "junk was handled: %.60s", reply);
}

static void islegal_anything(struct side *side) {
    struct CBmove move;
    int answer = side->library.islegal(side->game.board, (int)roll(4), (int)roll(40) - 4, (int)roll(40) - 4, &move);
    CHECK(answer == 0 || answer == 1, "islegal returned %d", answer);
}

static void call(struct side *side) {
    char reply[TEXT];
    switch (roll(7)) {
    case 0:
    case 1:
    case 2:
        ask(&side->library, COMMANDS[roll(sizeof COMMANDS / sizeof *COMMANDS)], reply);
        break;
    case 3:
        ask_junk(side);
        break;
    case 4:
        islegal_anything(side);
        break;
    case 5:
        search_junk(side);
        break;
    default:
        search(side);
    }
}

void random_orders(const char *first, const char *second, unsigned long long seed, int orders) {
    struct side sides[BOTH] = {{.library = load(first)}, {.library = load(second)}};
    int loaded = BOTH;
    state = seed * 0x9E3779B97F4A7C15ULL | 1;
    for (int order = 0; order < orders; order++) {
        for (int side = 0; side < BOTH; side++)
            if (roll(10) == 0)
                reload(&sides[side]), loaded++;
            else
                choose(&sides[side]);
        for (int calls = 0; calls < CALLS; calls++) call(&sides[roll(BOTH)]);
    }
    for (int side = 0; side < BOTH; side++) unload(&sides[side].library);
    passed("%d random orders of %d calls, the libraries loaded %d times (seed %llu)", orders, CALLS, loaded, seed);
}
