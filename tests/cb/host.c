/* A host of the library: it calls it as CheckerBoard does, and worse, and stops at the first fault.
 *
 * usage: host LIBRARY FOLDER [SEED]
 *
 * FOLDER is for copies under other names and for settings; what is in it is overwritten. Exit status 0: all held.
 */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

enum { ORDERS = 200, MOST_PLIES = 160, MOST_BYTES = 1 << 16 };

static const char *original, *folder;
static const int GAME_TYPES[] = {21, 22, 23, 24, 25, 26, 28, 29};
static const char *const NAMES[] = {"english", "italian", "pool", "spanish", "russian", "brazilian", "portuguese", "czech"};

void copy_as(const char *from, const char *to_folder, const char *name, char path[400]) {
    static char bytes[MOST_BYTES];
    size_t count;
    FILE *in = fopen(from, "rb"), *out;
    snprintf(path, 400, "%s%s%s%s", to_folder, SEPARATOR, name, LIBRARY_SUFFIX);
    out = fopen(path, "wb");
    CHECK(in && out, "%s cannot be copied to %s", from, path);
    while ((count = fread(bytes, 1, sizeof bytes, in)) > 0)
        CHECK(fwrite(bytes, 1, count, out) == count, "%s cannot be written", path);
    CHECK(!ferror(in) && fclose(out) == 0, "%s cannot be written", path);
    fclose(in);
}

static struct library fresh(const char *name) {
    char path[400];
    copy_as(original, folder, name, path);
    return load(path);
}

/* One that searches from the start position on: the library holds an opening book. */
static struct library without_book(const char *name) {
    struct library library = fresh(name);
    must(&library, "set book 0", NULL);
    return library;
}

static void discard(struct library *library) {
    unload(library);
    remove(library->path);
}

static int other(int colour) { return colour == CB_WHITE ? CB_BLACK : CB_WHITE; }

/* What CheckerBoard sends as it starts, as a match begins, and for its dialog of options. */
static void start_up(void) {
    static const char *const OPTIONS[] = {"hashsize", "dbmbytes", "book", "allscores", "solve", "dbpath", "enable_wld",
                                          "max_dbpieces", "enable_mtc", "mtcpath", "bookfile", "searchthreads"};
    char reply[TEXT], command[60];
    struct library library = fresh("start");
    for (int time = 0; time < 3; time++) {
        must(&library, "name", NULL);
        must(&library, "get book", NULL);
        must(&library, "get movelist B:W1:B", "movelist 0");
        must(&library, "get gametype", "21");
    }
    must(&library, "get protocolversion", "2");
    must(&library, "about", NULL);
    for (size_t at = 0; at < sizeof OPTIONS / sizeof *OPTIONS; at++) {
        snprintf(command, sizeof command, "get %s", OPTIONS[at]);
        must(&library, command, NULL);
    }
    CHECK(ask(&library, "name", reply) && !strncmp(reply, "Damero ", 7), "the name is %s", reply);
    discard(&library);
    passed("what CheckerBoard asks at the start, before a match and for its options");
}

/* The reply to `help` is opened as a file, which must be there. */
static void help(void) {
    char reply[TEXT], path[400];
    struct library library = fresh("damero_help");
    FILE *page;
    must(&library, "help", "");
    snprintf(path, sizeof path, "%s%sdamero.htm", folder, SEPARATOR);
    page = fopen(path, "w");
    CHECK(page && fclose(page) == 0, "%s cannot be written", path);
    must(&library, "help", "damero.htm");
    remove(path);
    CHECK(ask(&library, "help", reply) && !reply[0], "the help that is gone is %s", reply);
    discard(&library);
    passed("help names a page that is there");
}

/* Settings are told as they were set, or stay as they were and say why. */
static void settings(void) {
    static const char *const TRIED[][2] = {
        {"hashsize", "16"}, {"hashsize", "0"}, {"hashsize", "-1"}, {"hashsize", "99999999999999999999"}, {"hashsize", "x"},
        {"searchthreads", "2"}, {"searchthreads", "0"}, {"book", "0"}, {"book", "1"}, {"book", "2"}, {"book", "3"},
        {"book", "4"}, {"bookfile", "opening.gbk"}, {"allscores", "1"}, {"allscores", "2"}, {"dbpath", "C:\\db"},
        {"dbmbytes", "512"}, {"max_dbpieces", "4"}, {"max_dbpieces", "few"}, {"enable_wld", "0"}, {"enable_wld", "yes"},
        {"mtcpath", "C:\\mtc"}, {"enable_mtc", "1"}, {"solve", "1"}, {"solve", ""}, {"gametype", "22"}, {"gametype", "20"},
        {"gametype", "27"}, {"protocolversion", "3"},
    };
    char command[120], get[40], old[TEXT], reply[TEXT], now[TEXT];
    int changed = 0, tried = sizeof TRIED / sizeof *TRIED;
    struct library library = fresh("settings");
    for (int at = 0; at < tried; at++) {
        snprintf(get, sizeof get, "get %s", TRIED[at][0]);
        must(&library, get, NULL);
        ask(&library, get, old);
        snprintf(command, sizeof command, "set %s %s", TRIED[at][0], TRIED[at][1]);
        if (ask(&library, command, reply)) {
            ask(&library, get, now);
            CHECK(!strcmp(now, TRIED[at][1]), "after %s it is %s", command, now);
            changed++;
        } else {
            ask(&library, get, now);
            CHECK(!strcmp(now, old), "%s was refused (%s), and is %s in place of %s", command, reply, now, old);
        }
    }
    CHECK(changed >= 9, "only %d of %d settings could be set", changed, tried);
    discard(&library);
    passed("%d settings, %d of them done and told again, the others refused with a word", tried, changed);
}

/* Settings are kept for each file name. */
static void kept(void) {
    char path[400], reply[TEXT];
    FILE *file;
    struct library one = fresh("damero_one"), two = fresh("damero_two");
    must(&one, "set hashsize 17", NULL);
    must(&two, "set hashsize 18", NULL);
    must(&one, "get hashsize", "17");
    unload(&one);
    unload(&two);
    snprintf(path, sizeof path, "%s%s%s%sdamero_one.ini", folder, SEPARATOR, SETTINGS_FOLDER, SEPARATOR);
    file = fopen(path, "r");
    CHECK(file, "no settings in %s", path);
    fclose(file);
    one = load(one.path);
    must(&one, "get hashsize", "17");
    discard(&one);
    two = load(two.path);
    must(&two, "get hashsize", "18");
    discard(&two);
    one = fresh("damero_three");
    CHECK(ask(&one, "get hashsize", reply) && strcmp(reply, "17") && strcmp(reply, "18"), "a new name has hashsize %s", reply);
    discard(&one);
    passed("settings are kept for each file name");
}

/* A whole game of two copies, each move on a new thread, as a match of CheckerBoard goes. */
static int game(const struct library sides[2], int gametype) {
    struct search search = in_position(&sides[0], gametype, start_of(gametype), 0.005);
    int ply;
    for (ply = 0; ply < MOST_PLIES; ply++) {
        const struct library *mover = &sides[ply % 2];
        search.library = mover;
        must(mover, "get book", NULL);
        must(mover, "get gametype", NULL);
        if (!finish(&search, begin(&search), gametype)) break;
        must(mover, "get gametype", NULL);
        must(mover, "name", NULL);
        search.colour = other(search.colour);
    }
    CHECK(ply >= 20, "a game of gametype %d ended after %d plies", gametype, ply);
    return ply;
}

static void games(void) {
    for (int at = 0; at < 8; at++) {
        char command[40], name[60];
        struct library sides[2];
        for (int side = 0; side < 2; side++) {
            snprintf(name, sizeof name, "%s_%s", side ? "other" : "one", NAMES[at]);
            sides[side] = fresh(name);
            snprintf(command, sizeof command, "%d", GAME_TYPES[at]);
            must(&sides[side], "get gametype", command);
            must(&sides[side], "set hashsize 8", NULL);
        }
        int plies = game(sides, GAME_TYPES[at]);
        for (int side = 0; side < 2; side++) discard(&sides[side]);
        passed("a game of %d plies, %s, each move on a new thread, all legal", plies, NAMES[at]);
    }
}

/* The ways of giving time: exactly so much, and a clock. */
static void times(void) {
    struct library library = without_book("times");
    must(&library, "set hashsize 8", NULL);
    double worst = 0;
    static const double EXACT[] = {0.004, 0.1, 0.5};
    for (int at = 0; at < 3; at++) {
        struct search search = in_position(&library, 21, start_of(21), EXACT[at]);
        search.info = CB_RESET | CB_EXACT_TIME;
        CHECK(finish(&search, begin(&search), 21), "no move in %g s", EXACT[at]);
        CHECK(search.took >= EXACT[at] * 0.5, "%g s were to be used, %g were", EXACT[at], search.took);
        worst = search.took - EXACT[at] > worst ? search.took - EXACT[at] : worst;
    }
    for (int unit = 1; unit <= 3; unit++) {
        static const int IN_UNITS[] = {0, 1000, 100, 10};
        struct search search = in_position(&library, 21, start_of(21), 30);
        search.info = unit << 2;
        search.more_info = (int)((unsigned)(2 * IN_UNITS[unit]) << 16 | (unsigned)(IN_UNITS[unit] / 10));
        CHECK(finish(&search, begin(&search), 21), "no move by a clock");
        CHECK(search.took < 1.5, "%g s of a clock with 2 s", search.took);
    }
    discard(&library);
    passed("time: exact (at most %.0f ms more), clocks in all three units", 1000 * worst);
}

static int by_size(const void *a, const void *b) {
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

/* A new game's first move takes no longer than another: CheckerBoard says only with the move that the game is new. */
static void new_games(void) {
    enum { TRIES = 9 };
    double took[2][TRIES];
    struct library library = without_book("new_games");
    must(&library, "set hashsize 256", NULL);
    for (int at = 0; at < 2 * TRIES; at++) {
        struct search search = in_position(&library, 21, start_of(21), 0.02);
        search.info = CB_EXACT_TIME | (at % 2 ? CB_RESET : 0);
        CHECK(finish(&search, begin(&search), 21), "no move");
        took[at % 2][at / 2] = search.took;
    }
    for (int is_new = 0; is_new < 2; is_new++) qsort(took[is_new], TRIES, sizeof **took, by_size);
    CHECK(took[1][TRIES / 2] < took[0][TRIES / 2] + 0.03, "%g s for a new game's move of 0.02 s, %g for others",
          took[1][TRIES / 2], took[0][TRIES / 2]);
    discard(&library);
    passed("a new game's first move: %.0f ms where others take %.0f", 1000 * took[1][TRIES / 2], 1000 * took[0][TRIES / 2]);
}

/* `*playnow` set by another thread, while the status line is read. */
static void abort_search(void) {
    enum { TRIES = 21 };
    double late[TRIES];
    struct library library = without_book("aborted");
    long reads = 0;
    must(&library, "set hashsize 8", NULL);
    for (int at = 0; at < TRIES; at++) {
        struct search search = in_position(&library, 21, start_of(21), 1000);
        search.play_now = at == 0;
        struct thread *thread = begin(&search);
        double began = system_now();
        while (system_now() - began < 0.004 * at) {
            /* A line is being written at any time; there is an end to it as soon as there is a first byte. */
            if (((volatile char *)search.status)[0] != OLD)
                CHECK(memchr(search.status, 0, TEXT), "the status line has no end while it is written");
            reads++;
        }
        began = system_now();
        search.play_now = 1;
        CHECK(finish(&search, thread, 21), "no move when it was to be played now");
        late[at] = system_now() - began;
    }
    qsort(late, TRIES, sizeof *late, by_size);
    /* The middle one, as a busy machine may hold up any one of them. */
    CHECK(late[TRIES / 2] < 0.2, "'play now' took %g s", late[TRIES / 2]);
    discard(&library);
    passed("'play now' within %.0f ms (middle of %d; at most %.0f), %ld looks at the status line", 1000 * late[TRIES / 2],
           TRIES, 1000 * late[TRIES - 1], reads);
}

/* Repetition is known from `set gamehist`. */
static void history(void) {
    const char *fen = "B:WK29:BK4";
    char command[800], reply[TEXT];
    struct library library = fresh("history");
    must(&library, "set hashsize 1", NULL);
    /* The databases know it for a draw at once. */
    must(&library, "set enable_wld 0", NULL);
    for (int round = 0; round < 3; round++) {
        struct search search = in_position(&library, 21, fen, 0.02);
        search.info = CB_RESET;
        snprintf(command, sizeof command, "set gamehist %s", fen);
        for (int at = 0; at < round; at++) strcat(command, " 4-8 29-25 8-4 25-29");
        must(&library, command, NULL);
        CHECK(finish(&search, begin(&search), 21), "no move after %s", command);
        /* His only move makes the position after it stand for the first, second and third time. */
        CHECK((search.result == CB_DRAW) == (round == 2), "after %s: %d", command, search.result);
    }
    /* What was told holds for one search. */
    struct search search = in_position(&library, 21, fen, 0.02);
    search.info = CB_RESET;
    CHECK(finish(&search, begin(&search), 21) && search.result != CB_DRAW, "an old history was used");
    snprintf(command, sizeof command, "set gamehist %s", fen);
    for (int at = 0; at < 19; at++) strcat(command, " 4-8 29-25 8-4 25-29");
    CHECK(strlen(command) > 256, "too short");
    must(&library, command, NULL);
    CHECK(!ask(&library, "set gamehist B:WK29:BK4 4-9", reply), "a history with an illegal move was taken");
    discard(&library);
    passed("gamehist: the third time is a draw, illegal moves are refused, long histories are taken");
}

/* Two copies search at the same time, in two rulesets. */
static void two_at_once(void) {
    struct library one = without_book("damero"), two = without_book("damero_italian");
    must(&one, "get gametype", "21");
    must(&two, "get gametype", "22");
    must(&one, "set hashsize 4", NULL);
    must(&two, "set hashsize 8", NULL);
    struct search first = in_position(&one, 21, start_of(21), 0.3), second = in_position(&two, 22, start_of(22), 0.3);
    struct thread *threads[2] = {begin(&first), begin(&second)};
    /* Both have answered before threads are counted. */
    CHECK(system_join(threads[1], 60), "getmove does not answer");
    CHECK(finish(&first, threads[0], 21), "no move");
    CHECK(memcmp(second.before, second.board, sizeof second.board) != 0, "no move");
    must(&one, "get hashsize", "4");
    must(&two, "get hashsize", "8");
    discard(&one);
    must(&two, "name", NULL);
    second = in_position(&two, 22, start_of(22), 0.05);
    CHECK(finish(&second, begin(&second), 22), "no move once the other was unloaded");
    discard(&two);
    passed("two copies at once, each with its ruleset and settings");
}

/* Two threads call one copy at the same time: both get a move. */
static void one_copy_twice(void) {
    struct library library = without_book("twice");
    must(&library, "set hashsize 4", NULL);
    struct search first = in_position(&library, 21, start_of(21), 0.2), second = first;
    struct thread *threads[2] = {begin(&first), begin(&second)};
    CHECK(system_join(threads[1], 60), "getmove does not answer");
    CHECK(finish(&first, threads[0], 21), "no move");
    CHECK(memcmp(second.before, second.board, sizeof second.board) != 0, "no move");
    discard(&library);
    passed("one copy called by two threads");
}

/* On a thread of its own: what Rust keeps for a thread that has searched keeps the library loaded on Linux until it ends. */
static void call_badly(void *with) {
    const struct library *library = with;
    struct search search = in_position(library, 21, start_of(21), 0);
    int board[8][8];
    CHECK(library->enginecommand(NULL, search.status) == 0, "no command was handled");
    CHECK(library->enginecommand("name", NULL) == 1, "'name' was not handled");
    CHECK(library->getmove(NULL, CB_WHITE, 0.001, NULL, NULL, 0, 0, NULL) == CB_UNKNOWN, "a move without a board");
    CHECK(library->islegal(NULL, CB_WHITE, 1, 5, NULL) == 0, "a legal move without a board");
    memcpy(board, search.board, sizeof board);
    library->getmove(board, CB_BLACK, 0.001, NULL, NULL, 0, 0, NULL);
    CHECK(memcmp(board, search.board, sizeof board), "no move without a place to tell it");
    CHECK(library->islegal(search.board, CB_BLACK, 11, 15, NULL) == 1, "11-15 is legal");
    CHECK(library->islegal(search.board, CB_BLACK, 11, 14, NULL) == 0, "11-14 is not legal");
}

static void bad_arguments(void) {
    struct library library = fresh("bad");
    struct thread *thread = system_start(call_badly, &library);
    CHECK(thread && system_join(thread, 60), "a call with missing arguments does not return");
    discard(&library);
    passed("missing arguments");
}

/* Unloaded while it searches, as CheckerBoard does when another engine is chosen: the search goes on, and can be ended. */
static void unloaded_while_searching(void) {
    struct library library = without_book("searching");
    must(&library, "set hashsize 4", NULL);
    must(&library, "set searchthreads 2", NULL);
    struct search search = in_position(&library, 21, start_of(21), 1000);
    struct thread *thread = begin(&search);
    system_sleep(0.1);
    system_unload(library.module);
    system_sleep(0.2);
    search.play_now = 1;
    CHECK(system_join(thread, 60), "getmove does not answer");
    CHECK(memcmp(search.before, search.board, sizeof search.board) != 0, "no move");
    no_thread_left("a search in a library that was unloaded");
    library = load(library.path);
    search = in_position(&library, 21, start_of(21), 0.02);
    CHECK(finish(&search, begin(&search), 21), "no move once it was loaded again");
    discard(&library);
    passed("unloaded while it searches, and loaded again");
}

/* Loaded, used and unloaded many times, the process does not grow. */
static void loaded_often(void) {
    enum { TIMES = 20 };
    size_t early = 0, late;
    for (int time = 0; time < TIMES; time++) {
        struct library library = without_book("often");
        must(&library, "set hashsize 16", NULL);
        must(&library, "set searchthreads 3", NULL);
        struct search search = in_position(&library, 21, start_of(21), 0.02);
        CHECK(finish(&search, begin(&search), 21), "no move");
        discard(&library);
        if (time == 2) early = system_memory();
    }
    late = system_memory();
    int kib[2] = {(int)(early >> 10), (int)(late >> 10)};
    CHECK(early && kib[1] < kib[0] + (16 << 10), "%d KiB of memory at first, %d after %d times", kib[0], kib[1], TIMES);
    passed("loaded and unloaded %d times, with three threads: %d KiB at first, %d at last", TIMES, kib[0], kib[1]);
}

int main(int count, char **words) {
    char before[400] = "", after[400] = "", first[400], second[400];
    if (count != 3 && count != 4) {
        fprintf(stderr, "usage: host LIBRARY FOLDER [SEED]\n");
        return 2;
    }
    original = words[1], folder = words[2];
    CHECK(system_make_folder(folder), "%s is no folder", folder);
    system_set_variable(SETTINGS_VARIABLE, folder);
    system_folder(before, sizeof before);
    no_thread_left("the start");
    start_up();
    help();
    settings();
    kept();
    known_lists(original, folder);
    games();
    times();
    new_games();
    abort_search();
    history();
    two_at_once();
    one_copy_twice();
    bad_arguments();
    unloaded_while_searching();
    loaded_often();
    copy_as(original, folder, "orders_one", first);
    copy_as(original, folder, "orders_two", second);
    random_orders(first, second, count == 4 ? strtoull(words[3], NULL, 10) : 1, ORDERS);
    system_folder(after, sizeof after);
    CHECK(before[0] && !strcmp(before, after), "the working directory was %s and is %s", before, after);
    passed("the working directory is the same");
    printf("all held\n");
    return 0;
}
