/* Calls of the library, each with what must hold after any such call. */
#include "host.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

/* A search that has not answered so long after its time hangs. */
static const double PATIENCE = 60;

void passed(const char *format, ...) {
    va_list values;
    va_start(values, format);
    printf("ok  ");
    vprintf(format, values);
    printf("\n");
    fflush(stdout);
    va_end(values);
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    printf("FAILED: ");
    vprintf(format, values);
    printf("\n");
    fflush(stdout);
    va_end(values);
    /* Without the library's code for the end of a process: it may be what is broken. */
    _Exit(1);
}

struct library load(const char *path) {
    struct library library = {.module = system_load(path)};
    CHECK(library.module, "%s cannot be loaded", path);
    snprintf(library.path, sizeof library.path, "%s", path);
    library.getmove = (__typeof__(library.getmove))system_symbol(library.module, "getmove");
    library.enginecommand = (__typeof__(library.enginecommand))system_symbol(library.module, "enginecommand");
    library.islegal = (__typeof__(library.islegal))system_symbol(library.module, "islegal");
    CHECK(library.getmove && library.enginecommand && library.islegal, "%s lacks a function", path);
    return library;
}

void unload(struct library *library) {
    /* A command after the last search, as CheckerBoard gives one: until then the library stays. */
    must(library, "name", NULL);
    system_unload(library->module);
    CHECK(!system_is_loaded(library->path), "%s is still loaded after it was unloaded", library->path);
    library->module = NULL;
    no_thread_left("unloading");
}

void no_thread_left(const char *after) {
    static int first;
    double until = system_now() + 2;
    if (!first) first = system_threads();
    /* A thread that has been waited for may be counted a moment longer. */
    while (system_threads() > first && system_now() < until) system_sleep(0.002);
    CHECK(system_threads() <= first, "%d threads after %s, %d before", system_threads(), after, first);
}

int ask(const struct library *library, const char *command, char reply[TEXT]) {
    char room[TEXT + GUARD];
    int handled, is_list = strncmp(command, "get movelist", 12) == 0, most = is_list ? TEXT - 1 : SHORT_REPLY;
    memset(room, OLD, sizeof room);
    handled = library->enginecommand(command, room);
    CHECK(handled == 0 || handled == 1, "%.60s: returned %d", command, handled);
    CHECK(memchr(room, 0, (size_t)most + 1), "%.60s: no end within %d bytes", command, most);
    for (int at = most + 1; at < TEXT + GUARD; at++)
        CHECK(room[at] == OLD, "%.60s: byte %d was written", command, at);
    for (int at = 0; room[at]; at++)
        CHECK(isprint((unsigned char)room[at]), "%.60s: byte %d in its reply", command, (unsigned char)room[at]);
    CHECK(handled || room[0], "%.60s: refused without a word", command);
    memcpy(reply, room, TEXT);
    return handled;
}

void must(const struct library *library, const char *command, const char *wanted) {
    char reply[TEXT];
    CHECK(ask(library, command, reply), "%s: not handled: %s", command, reply);
    CHECK(!wanted || !strcmp(reply, wanted), "%s: '%s' and not '%s'", command, reply, wanted);
}

/* Where a square is on the board, by the interface's formulas. */
static struct coor at(int gametype, int number) {
    int n = number - 1, x, y;
    switch (gametype) {
    case 22:
        y = n / 4, x = 2 * (n % 4);
        break;
    case 24:
    case 28:
        y = 7 - n / 4, x = 2 * (3 - n % 4);
        break;
    case 29:
        /* number = 33 - (1 + 4y + x/2) */
        y = (31 - n) / 4, x = 2 * ((31 - n) % 4);
        break;
    default:
        y = n / 4, x = 2 * (3 - n % 4);
    }
    return (struct coor){x + y % 2, y};
}

static int number_of(int gametype, struct coor place) {
    for (int number = 1; number <= 32; number++) {
        struct coor is = at(gametype, number);
        if (is.x == place.x && is.y == place.y) return number;
    }
    fail("(%d, %d) is no square", place.x, place.y);
}

const char *start_of(int gametype) {
    switch (gametype) {
    case 21:
    case 23:
        return "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    case 24:
    case 28:
        return "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32";
    default:
        return "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    }
}

struct search in_position(const struct library *library, int gametype, const char *fen, double max_time) {
    struct search search = {.library = library, .max_time = max_time, .colour = fen[0] == 'W' ? CB_WHITE : CB_BLACK};
    int colour = 0, kind = CB_MAN;
    for (const char *c = fen + 1; *c; c++) {
        if (*c == 'W') colour = CB_WHITE;
        if (*c == 'B') colour = CB_BLACK;
        if (*c == 'K') kind = CB_KING;
        if (isdigit((unsigned char)*c)) {
            struct coor place = at(gametype, (int)strtol(c, (char **)&c, 10));
            search.board[place.x][place.y] = colour | kind;
            kind = CB_MAN;
            c--;
        }
    }
    return search;
}

/* The FEN of a position. */
static void fen_of(int board[8][8], int colour, int gametype, char fen[300]) {
    static const int colours[2] = {CB_WHITE, CB_BLACK};
    char *end = fen + sprintf(fen, "%c", colour == CB_WHITE ? 'W' : 'B');
    for (int side = 0; side < 2; side++) {
        const char *between = "";
        end += sprintf(end, ":%c", "WB"[side]);
        for (int number = 1; number <= 32; number++) {
            struct coor place = at(gametype, number);
            int piece = board[place.x][place.y];
            if (!(piece & colours[side])) continue;
            end += sprintf(end, "%s%s%d", between, piece & CB_KING ? "K" : "", number);
            between = ",";
        }
    }
}

static void search_now(void *with) {
    struct search *search = with;
    double began = system_now();
    search->result = search->library->getmove(search->board, search->colour, search->max_time, search->status,
                                              (int *)&search->play_now, search->info, search->more_info, &search->move);
    search->took = system_now() - began;
}

struct thread *begin(struct search *search) {
    struct thread *thread;
    memset(search->status, OLD, sizeof search->status);
    memset(&search->move, OLD, sizeof search->move);
    memset(search->behind, OLD, sizeof search->behind);
    memcpy(search->before, search->board, sizeof search->before);
    thread = system_start(search_now, search);
    CHECK(thread, "no thread can be started");
    return thread;
}

/* A move as `get movelist` writes it. */
static void entry_of(const struct CBmove *move, int gametype, char entry[200]) {
    char *end = entry + sprintf(entry, "%d,%d,%d,%d,%d", move->jumps, move->oldpiece, move->newpiece,
                                number_of(gametype, move->from), number_of(gametype, move->to));
    CHECK(move->jumps >= 0 && move->jumps <= 12, "a capture of %d pieces", move->jumps);
    for (int jump = 0; jump < move->jumps; jump++) {
        struct coor landing = jump + 1 < move->jumps ? move->path[jump + 1] : move->to;
        end += sprintf(end, ",%d,%d,%d", number_of(gametype, landing), number_of(gametype, move->del[jump]),
                       move->delpiece[jump]);
    }
    strcpy(end, ";");
}

/* Plays a move on a board as CheckerBoard does. */
static void play(const struct CBmove *move, int board[8][8]) {
    board[move->from.x][move->from.y] = 0;
    board[move->to.x][move->to.y] = move->newpiece;
    for (int jump = 0; jump < move->jumps; jump++) board[move->del[jump].x][move->del[jump].y] = 0;
}

/* Checks the move of a search by the board, `get movelist` and islegal. */
static void check_move(struct search *search, int gametype, const char *fen, const char *list) {
    char entry[200];
    struct CBmove move = search->move, other;
    int from = number_of(gametype, move.from), to = number_of(gametype, move.to);
    entry_of(&move, gametype, entry);
    if (list) {
        const char *found = strstr(list, entry);
        CHECK(found && (found[-1] == ',' || found[-1] == ';'), "%s played in %s, not listed: %s", entry, fen, list);
    }
    CHECK(search->library->islegal(search->before, search->colour, from, to, &other) == 1,
          "%d-%d in %s is said to be illegal", from, to, fen);
    CHECK(other.jumps == move.jumps && other.oldpiece == move.oldpiece, "islegal tells another %d-%d in %s", from, to, fen);
    play(&move, search->before);
    CHECK(!memcmp(search->before, search->board, sizeof search->board), "%s in %s left another board", entry, fen);
}

int finish(struct search *search, struct thread *thread, int gametype) {
    char fen[300], command[320], list[TEXT];
    int moved, is_listed;
    CHECK(system_join(thread, search->max_time + PATIENCE), "getmove does not answer");
    for (int at = 0; at < GUARD; at++)
        CHECK(search->behind[at] == OLD && search->status[TEXT + at] == OLD, "getmove wrote behind its buffers");
    CHECK(memchr(search->status, 0, TEXT), "the status line has no end");
    CHECK(search->result >= CB_DRAW && search->result <= CB_UNKNOWN, "getmove returned %d", search->result);
    no_thread_left("getmove");
    moved = memcmp(search->before, search->board, sizeof search->board) != 0;
    if (!gametype) return moved;
    fen_of(search->before, search->colour, gametype, fen);
    snprintf(command, sizeof command, "get movelist %s", fen);
    is_listed = ask(search->library, command, list);
    if (moved)
        check_move(search, gametype, fen, is_listed ? list : NULL);
    else
        CHECK(is_listed && !strcmp(list, "movelist 0"), "no move in %s, where there is %s", fen, list);
    return moved;
}
