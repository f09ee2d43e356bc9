/* Damero as a library: CheckerBoard's interface, version 2.
 *
 * libdamero.so, libdamero.dylib or damero.dll. One library plays all rulesets: it starts in the one that the file's name
 * ends with (damero_italian.dll; english where none does), and "set gametype N" changes it. Calls may come from any
 * thread. No thread is left when a call returns. It may be unloaded while getmove runs, which then goes on to its end: on
 * Windows the library stays from a getmove to the next enginecommand.
 */
#ifndef DAMERO_H
#define DAMERO_H

#ifdef _WIN32
#define DAMERO_CALL __stdcall
#else
#define DAMERO_CALL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Pieces: a colour and a kind added; an empty square is 0. */
enum { CB_WHITE = 1, CB_BLACK = 2, CB_MAN = 4, CB_KING = 8 };

/* What getmove returns, of the side that moves. */
enum { CB_DRAW = 0, CB_WIN = 1, CB_LOSS = 2, CB_UNKNOWN = 3 };

/* Bits of getmove's info. Bits 2 and 3 hold the unit of the clock: 0 no clock, 1 0.001 s, 2 0.01 s, 3 0.1 s. */
enum { CB_RESET = 1, CB_EXACT_TIME = 2 };

struct coor {
    int x, y;
};

/* A move. path[0] is where it starts, path[1] the first square on the way. */
struct CBmove {
    int jumps;              /* pieces captured */
    int newpiece, oldpiece; /* what the piece is afterwards, and before */
    struct coor from, to;
    struct coor path[12];
    struct coor del[12]; /* captured pieces in their order, and what they were */
    int delpiece[12];
};

/* Finds a move, plays it on the board (board[x][y]) and tells it in move, which may be NULL. maxtime is in seconds. The
 * status line is renewed meanwhile. When *playnow becomes other than 0, it answers at once. With a clock, the high 16 bits
 * of moreinfo are what is left on it, the low 16 bits what each move adds. */
int DAMERO_CALL getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow, int info, int moreinfo,
                        struct CBmove *move);

/* Gives a command; returns 1 if it is known and done, else 0, with a reply that says what is wrong. Replies have less than
 * 250 bytes; that to "get movelist FEN" may have 1024. */
int DAMERO_CALL enginecommand(const char *command, char reply[1024]);

/* Whether the piece on one square (1-32, as the ruleset numbers them) may move to another; tells the move, which may be
 * NULL. */
int DAMERO_CALL islegal(int board[8][8], int color, int from, int to, struct CBmove *move);

#ifdef __cplusplus
}
#endif

#endif
