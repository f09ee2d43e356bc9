/* `get movelist` with known answers. */
#include <stdio.h>
#include <string.h>

#include "host.h"

/* A list that the rules give, worked out by hand. Where there is no game type, the file's name chooses the ruleset. */
struct known {
    const char *ruleset;
    int gametype;
    const char *fen, *list;
};

static const struct known KNOWN[] = {
    /* The interface's own examples. */
    {"italian", 22, "B:W31:B3", "movelist 2,0,6,6,3,6;0,6,6,3,7;"},
    {"italian", 22, "B:W11,13,19,21:B6,9", "movelist 2,2,6,6,9,25,18,13,5,25,21,5;2,6,6,6,22,15,11,5,22,19,5;"},
    {"english", 21, "B:W1:B", "movelist 0"},
    /* The start. */
    {"english", 21, "B:W21-32:B1-12",
     "movelist 7,0,6,6,12,16;0,6,6,11,15;0,6,6,11,16;0,6,6,10,14;0,6,6,10,15;0,6,6,9,13;0,6,6,9,14;"},
    {"italian", 22, "W:W21-32:B1-12",
     "movelist 7,0,5,5,24,20;0,5,5,23,19;0,5,5,23,20;0,5,5,22,18;0,5,5,22,19;0,5,5,21,17;0,5,5,21,18;"},
    {"pool", 23, "B:W21-32:B1-12",
     "movelist 7,0,6,6,12,16;0,6,6,11,15;0,6,6,11,16;0,6,6,10,14;0,6,6,10,15;0,6,6,9,13;0,6,6,9,14;"},
    {"spanish", 24, "W:W1-12:B21-32",
     "movelist 7,0,5,5,12,15;0,5,5,12,16;0,5,5,11,14;0,5,5,11,15;0,5,5,10,13;0,5,5,10,14;0,5,5,9,13;"},
    {"russian", 25, "W:W21-32:B1-12",
     "movelist 7,0,5,5,24,19;0,5,5,24,20;0,5,5,23,18;0,5,5,23,19;0,5,5,22,17;0,5,5,22,18;0,5,5,21,17;"},
    /* A man takes backwards, or does not. */
    {"english", 21, "W:W14:B18", "movelist 2,0,5,5,14,9;0,5,5,14,10;"},
    {"italian", 22, "W:W14:B18", "movelist 2,0,5,5,14,10;0,5,5,14,11;"},
    {"czech", 29, "W:W14:B18", "movelist 2,0,5,5,14,9;0,5,5,14,10;"},
    {"pool", 23, "W:W14:B18", "movelist 1,1,5,5,14,23,23,18,6;"},
    {"russian", 25, "W:W14:B18", "movelist 1,1,5,5,14,23,23,18,6;"},
    {"brazilian", 26, "W:W14:B18", "movelist 1,1,5,5,14,23,23,18,6;"},
    {"filipino", 0, "W:W14:B18", "movelist 1,1,5,5,14,21,21,18,6;"},
    /* Over the last row in a capture: crowned and done, on as a man, on as a king; and whether most must be taken. */
    {"english", 21, "W:W10,22:B7,8,18", "movelist 2,1,5,5,22,15,15,18,6;1,5,9,10,3,3,7,6;"},
    {"czech", 29, "W:W10,22:B7,8,18", "movelist 2,1,5,5,22,15,15,18,6;1,5,9,10,3,3,7,6;"},
    {"pool", 23, "W:W10,22:B7,8,18", "movelist 2,1,5,5,22,15,15,18,6;2,5,5,10,12,3,7,6,12,8,6;"},
    {"russian", 25, "W:W10,22:B7,8,18", "movelist 2,1,5,5,22,15,15,18,6;2,5,9,10,12,3,7,6,12,8,6;"},
    {"brazilian", 26, "W:W10,22:B7,8,18", "movelist 1,2,5,5,10,12,3,7,6,12,8,6;"},
    /* Of captures of one piece the king's, and a king by choice of its landing. */
    {"spanish", 24, "W:W14:BK18,19", "movelist 1,1,5,5,14,21,21,18,10;"},
    {"portuguese", 28, "W:W14:BK18,19", "movelist 1,1,5,5,14,21,21,18,10;"},
    {"czech", 29, "W:W22,K32:B18", "movelist 3,1,9,9,32,5,5,18,6;1,9,9,32,9,9,18,6;1,9,9,32,14,14,18,6;"},
    {"russian", 25, "W:W22,K32:B18",
     "movelist 4,1,9,9,32,5,5,18,6;1,9,9,32,9,9,18,6;1,9,9,32,14,14,18,6;1,5,5,22,15,15,18,6;"},
    /* A king steps or flies, takes near or far. */
    {"english", 21, "W:WK29:B22", "movelist 1,0,9,9,29,25;"},
    {"damas_short", 0, "W:WK4:B14", "movelist 2,0,9,9,4,7;0,9,9,4,8;"},
    {"damas_mixed", 0, "W:WK4:B14", "movelist 3,0,9,9,4,7;0,9,9,4,8;0,9,9,4,11;"},
    {"damas_long", 0, "W:WK4:B14", "movelist 3,1,9,9,4,18,18,14,6;1,9,9,4,21,21,14,6;1,9,9,4,25,25,14,6;"},
    {"damas_mixed", 0, "W:WK4:B7", "movelist 1,1,9,9,4,11,11,7,6;"},
    /* Ten pieces at once. */
    {"brazilian", 26, "W:WK27:B6,8,10,11,15,17,18,19,22,24,25,26",
     "movelist 1,10,9,9,27,23,20,24,6,2,11,6,9,6,6,23,18,6,12,19,6,3,8,6,14,10,6,21,17,6,30,25,6,23,26,6;"},
};

enum { LISTS = sizeof KNOWN / sizeof *KNOWN };

static void must_list(const struct library *library, const struct known *known) {
    char command[200];
    snprintf(command, sizeof command, "get movelist %s", known->fen);
    must(library, command, known->list);
}

/* A ruleset's lists, by a copy whose file name chooses it. */
static void by_file_name(const struct known *known, const char *original, const char *folder) {
    char path[400], name[60], reply[TEXT], type[8];
    struct library library;
    snprintf(name, sizeof name, "damero_%s", known->ruleset);
    copy_as(original, folder, name, path);
    library = load(path);
    for (int at = 0; at < LISTS; at++)
        if (!strcmp(KNOWN[at].ruleset, known->ruleset)) must_list(&library, &KNOWN[at]);
    snprintf(type, sizeof type, "%d", known->gametype);
    if (known->gametype)
        must(&library, "get gametype", type);
    else
        CHECK(!ask(&library, "get gametype", reply), "%s has no game type, told %s", known->ruleset, reply);
    unload(&library);
    remove(path);
}

void known_lists(const char *original, const char *folder) {
    char path[400], command[40];
    int names = 0;
    struct library library;
    copy_as(original, folder, "lists", path);
    library = load(path);
    for (int at = 0; at < LISTS; at++) {
        int is_first = 1;
        for (int other = 0; other < at; other++) is_first &= strcmp(KNOWN[other].ruleset, KNOWN[at].ruleset) != 0;
        if (is_first) by_file_name(&KNOWN[at], original, folder), names++;
        if (!KNOWN[at].gametype) continue;
        snprintf(command, sizeof command, "set gametype %d", KNOWN[at].gametype);
        must(&library, command, NULL);
        must_list(&library, &KNOWN[at]);
    }
    unload(&library);
    remove(path);
    passed("%d lists of moves, by game type and by %d file names", LISTS, names);
}
