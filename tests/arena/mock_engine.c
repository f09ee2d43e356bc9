/* A CheckerBoard engine for the English game that plays the first legal move it finds.
   HANG, CRASH: after three moves it never answers, or ends the process. ILLEGAL: it leaves the board as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct coor { int x, y; };
struct CBmove {
    int jumps, newpiece, oldpiece;
    struct coor from, to, path[12], del[12];
    int delpiece[12];
};

enum { WHITE = 1, BLACK = 2, MAN = 4, KING = 8 };

static int moves_made;

static int on_board(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }

/* Black starts on squares 1-12, at the lower y. */
static int may_go(int piece, int dy) { return piece & KING || dy == (piece & BLACK ? 1 : -1); }

static int crowned(int piece, int y) { return piece & MAN && y == (piece & BLACK ? 7 : 0); }

static int jump(int b[8][8], int *x, int *y) {
    int piece = b[*x][*y], dx, dy;
    for (dx = -1; dx <= 1; dx += 2)
        for (dy = -1; dy <= 1; dy += 2) {
            int ox = *x + dx, oy = *y + dy, tx = *x + 2 * dx, ty = *y + 2 * dy;
            if (!may_go(piece, dy) || !on_board(tx, ty) || b[tx][ty] || !b[ox][oy] || b[ox][oy] & piece & 3) continue;
            b[*x][*y] = b[ox][oy] = 0;
            b[tx][ty] = piece;
            *x = tx, *y = ty;
            if (crowned(piece, ty)) {
                b[tx][ty] = (piece & 3) | KING;
                return 2;
            }
            return 1;
        }
    return 0;
}

static int step(int b[8][8], int x, int y) {
    int piece = b[x][y], dx, dy;
    for (dx = -1; dx <= 1; dx += 2)
        for (dy = -1; dy <= 1; dy += 2) {
            int tx = x + dx, ty = y + dy;
            if (!may_go(piece, dy) || !on_board(tx, ty) || b[tx][ty]) continue;
            b[x][y] = 0;
            b[tx][ty] = crowned(piece, ty) ? (piece & 3) | KING : piece;
            return 1;
        }
    return 0;
}

int getmove(int b[8][8], int color, double maxtime, char str[1024], int *playnow, int info, int moreinfo,
            struct CBmove *move) {
    int x, y;
    memset(move, 0, sizeof *move);
    sprintf(str, "depth 5 time %.3f info %d", maxtime, info);
    printf("a library that prints"); /* as some do, without an end of line */
    fflush(stdout);
    if (++moves_made > 3) {
#ifdef HANG
        for (;;) (void)*(volatile int *)playnow;
#endif
#ifdef CRASH
        abort();
#endif
#ifdef ILLEGAL
        return 3;
#endif
    }
    for (x = 0; x < 8; x++)
        for (y = 0; y < 8; y++)
            if (b[x][y] & color) {
                int jx = x, jy = y, jumped = jump(b, &jx, &jy);
                if (!jumped) continue;
                while (jumped == 1) jumped = jump(b, &jx, &jy);
                return 3;
            }
    for (x = 0; x < 8; x++)
        for (y = 0; y < 8; y++)
            if (b[x][y] & color && step(b, x, y)) return 3;
    return 2;
}

int enginecommand(const char *command, char reply[1024]) {
    if (!strcmp(command, "name")) {
        strcpy(reply, "mock engine");
        return 1;
    }
    if (!strcmp(command, "set gametype 21") || !strncmp(command, "set gamehist", 12)) {
        strcpy(reply, "ok");
        return 1;
    }
    return 0;
}
