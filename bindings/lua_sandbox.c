/* kernel.sandbox: environments for rules, and runs within a budget. */
#include "bindings.h"

#include "budget.h"
#include "faces.h"
#include "failure.h"
#include "sandbox.h"
#include "source_text.h"

#include <lauxlib.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST_SOURCE = 1024 * 1024, SOURCE_PIECE = 1024 };

/* What a guest may take where its budget does not say. */
static const lim_budget DEFAULTS = {.instructions = 50000000, .bytes = 64 * 1024 * 1024, .seconds = 5.0};

/* How long reading one file's text may take: Lua's parser is quadratic in some chains, and has no hook. */
static const double LONGEST_PARSE = 2.0;

static int sandbox_env(lua_State *L) {
    lua_settop(L, 1);
    lua_createtable(L, 0, 32);
    lim_sandbox_add_base(L);
    lim_sandbox_push_string(L);
    lua_setfield(L, 2, "string");
    lim_sandbox_push_table(L);
    lua_setfield(L, 2, "table");
    lim_sandbox_push_math(L);
    lua_setfield(L, 2, "math");
    lim_sandbox_push_utf8(L);
    lua_setfield(L, 2, "utf8");
    if (!lua_isnil(L, 1)) {
        luaL_checktype(L, 1, LUA_TTABLE);
        lua_pushnil(L);
        while (lua_next(L, 1)) {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, 2);
        }
    }
    return 1;
}

/* ---- load ------------------------------------------------------------------------------------------------------- */

/* A text on its way to the parser, in pieces, so that somebody can look at the clock meanwhile. */
typedef struct rule_text {
    const char *text;
    size_t length;
    int64_t deadline;
} rule_text;

static const char *read_piece(lua_State *L, void *data, size_t *size) {
    rule_text *source = data;
    const char *piece = source->text;

    lim_poll(L);
    if (lim_worked() > source->deadline) {
        luaL_error(L, "the text takes too long to be read: is some expression endless?");
    }
    *size = source->length < SOURCE_PIECE ? source->length : SOURCE_PIECE;
    source->text += *size;
    source->length -= *size;
    return *size == 0 ? NULL : piece;
}

/* text, chunkname, env -> function */
static int load_text(lua_State *L) {
    rule_text source = {.deadline = lim_worked() + (int64_t)(LONGEST_PARSE * 1e9)};

    source.text = lua_tolstring(L, 1, &source.length);
    if (source.length >= 3 && memcmp(source.text, "\xEF\xBB\xBF", 3) == 0) { /* an editor's byte order mark */
        source.text += 3;
        source.length -= 3;
    }
    int power = lim_find_power(source.text, source.length);
    if (power > 0) {
        return luaL_error(L, "%s:%d: x^n differs in its last bit from processor to processor: write x * x, "
                             "math.pow(x, n) for a whole n, or math.sqrt(x)", lua_tostring(L, 2) + 1, power);
    }
    if (lua_load(L, read_piece, &source, lua_tostring(L, 2), "t") != LUA_OK) {
        return lua_error(L);
    }
    lua_pushvalue(L, 3);
    if (lua_setupvalue(L, -2, 1) == NULL) {
        lua_pop(L, 1); /* no global is named in it */
    }
    return 1;
}

static int sandbox_load(lua_State *L) {
    size_t length;

    luaL_checklstring(L, 1, &length);
    const char *name = luaL_checkstring(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 3);
    if (name[0] != '@' && name[0] != '=') {
        lua_pushfstring(L, "@%s", name);
        lua_replace(L, 2);
        name = lua_tostring(L, 2);
    }
    if (length > LONGEST_SOURCE) {
        lua_pushnil(L);
        lim_failure_push(L, "error", "the text is longer than a megabyte");
        lua_pushstring(L, name + 1);
        lua_setfield(L, -2, "file");
        lua_pushnil(L);
        lua_setfield(L, -2, "line");
        return 2;
    }
    lua_pushcfunction(L, load_text);
    lua_insert(L, 1);
    int status = lim_call(L, 3, 1);
    if (status == LUA_OK) {
        return 1;
    }
    lim_failure_settle(L, status);
    if (lua_getfield(L, -1, "file") == LUA_TNIL) {
        lua_pushstring(L, name + 1);
        lua_setfield(L, -3, "file");
    }
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setfield(L, -2, "traceback"); /* a syntax error has none worth reading */
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

/* ---- run -------------------------------------------------------------------------------------------------------- */

/* A field of the budget at 1 that must be positive, or what it defaults to. */
static lua_Number limit_of(lua_State *L, const char *name, lua_Number otherwise) {
    lua_Number value = otherwise;

    if (lua_getfield(L, 1, name) != LUA_TNIL) {
        value = luaL_checknumber(L, -1);
        luaL_argcheck(L, value > 0 && value <= 1e15, 1, "a limit must be a positive number");
    }
    lua_pop(L, 1);
    return value;
}

/* What a failed run left on top -> the failure. One that ran out of memory inside C left no more than that. */
static void settle(lua_State *L, int status, lim_frame *frame) {
    char text[LIM_REASON_SIZE];

    lim_failure_settle(L, status);
    if (frame->guest && frame->stop != LIM_STOP_INTERRUPT) {
        lim_failure_tame(L);
    }
    if (frame->budget.bytes > 0 && status == LUA_ERRMEM) {
        frame->stop = LIM_STOP_MEMORY;
        lua_pushstring(L, lim_stop_reason(frame, text));
        lua_setfield(L, -2, "kind");
        lua_pushstring(L, text);
        lua_setfield(L, -2, "message");
    }
}

/* Where a function was written: for a failure that knows no place. */
static void add_place(lua_State *L, int failure, int function) {
    lua_Debug ar;

    if (lua_getfield(L, failure, "file") == LUA_TNIL && lua_isfunction(L, function) && !lua_iscfunction(L, function)) {
        lua_pushvalue(L, function);
        lua_getinfo(L, ">S", &ar);
        if (lim_failure_own(L, ar.source)) {
            lua_pop(L, 1);
            return;
        }
        lua_pushstring(L, ar.source[0] == '@' || ar.source[0] == '=' ? ar.source + 1 : ar.short_src);
        lua_setfield(L, failure, "file");
        lua_pushinteger(L, ar.linedefined > 0 ? ar.linedefined : 1);
        lua_setfield(L, failure, "line");
    }
    lua_pop(L, 1);
}

static int sandbox_run(lua_State *L) {
    lim_budget budget = DEFAULTS;
    bool limited = !lua_isnoneornil(L, 1), guest = limited, entered = false;
    lim_frame frame;
    int status;

    luaL_checkany(L, 2);
    if (limited) {
        luaL_checktype(L, 1, LUA_TTABLE);
        guest = lua_getfield(L, 1, "trusted") == LUA_TNIL;
        entered = lua_getfield(L, 1, "entered") != LUA_TNIL;
        lua_pop(L, 2);
        budget.instructions = (int64_t)limit_of(L, "instructions", (lua_Number)DEFAULTS.instructions);
        budget.bytes = (size_t)limit_of(L, "bytes", (lua_Number)DEFAULTS.bytes);
        budget.seconds = (double)limit_of(L, "seconds", DEFAULTS.seconds);
        if (budget.seconds > 1e6) {
            budget.seconds = 1e6;
        }
    }
    luaL_checkstack(L, 10, NULL);
    lua_pushvalue(L, 2);
    lua_replace(L, 1); /* fn fn ...: kept for its place */
    lim_frame_enter(L, &frame, limited ? &budget : NULL, guest);
    if (entered) {
        lim_go(L, false);
    }
    status = lim_call(L, lua_gettop(L) - 2, LUA_MULTRET);
    lim_frame_leave(L, &frame);
    if (status == LUA_OK) {
        lua_pushboolean(L, 1);
        lua_replace(L, 1);
        return lua_gettop(L);
    }
    settle(L, status, &frame);
    if (guest) {
        add_place(L, lua_gettop(L), 1);
    }
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

/* Calls the function at 1, trusted code that must not be left half done, shielded. Leaves its results or a failure. */
static int call_shielded(lua_State *L) {
    lim_shielded shielded;
    int status;

    luaL_checkany(L, 1);
    luaL_checkstack(L, 10, NULL);
    lim_shield(L, &shielded);
    status = lim_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    lim_unshield(L, &shielded);
    if (status != LUA_OK) {
        lim_failure_settle(L, status);
    }
    return status;
}

static int sandbox_shield(lua_State *L) { return call_shielded(L) == LUA_OK ? lua_gettop(L) : lua_error(L); }

static int sandbox_shielded_run(lua_State *L) {
    int status = call_shielded(L);

    lua_pushboolean(L, status == LUA_OK);
    lua_insert(L, 1);
    return lua_gettop(L);
}

static int sandbox_budgeted(lua_State *L) {
    lua_pushboolean(L, lim_budgeted(L));
    return 1;
}

int lim_open_sandbox(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"asked", lim_guest_asked},             /* asked(missing): what says which keys a question does not have */
        {"budgeted", sandbox_budgeted},         /* budgeted() -> does a budget hold what runs? */
        {"enter", lim_guest_enter},                   /* enter(f, how [, run]) -> function: runs a guest's */
        {"entries", lim_guest_entries},               /* entries() -> how often a guest's function was entered */
        {"env", sandbox_env},                   /* env([words]) -> table */
        {"face", lim_guest_face},                     /* face(object, about) -> what guests get of it */
        {"freeze", lim_freeze},                 /* freeze(value [, name [, messages [, missing]]]) -> frozen value */
        {"guard", lim_guest_guard},             /* guard(t, look) -> t: look() gives what it stands for, and notes it */
        {"known", lim_known},                   /* known(memo, result [, question]) -> would a guest leave it as it is? */
        {"learn", lim_learn},                   /* learn(memo, mark): what was read since watch() leaves a result as it is */
        {"leave", lim_guest_leave},                   /* leave(f [, fresh]) -> function that guests may call */
        {"lacking", lim_guest_lacking},         /* lacking(missing): the same of what guests get of a battle */
        {"lend", lim_lend},                     /* lend(value [, missing [, back]]) -> what a guest gets for a copy */
        {"looks", lim_looks},                   /* looks() -> looks of guests so far, and before trusted code was called */
        {"load", sandbox_load},                 /* load(text, chunkname, env) -> function | nil, failure */
        {"origin", lim_guest_origin},           /* origin(f) -> the guest's function that f enters, or f itself */
        {"plain", lim_plain},                   /* plain(value [, copies [, decimals]]) -> a copy; raises what is not */
        {"run", sandbox_run},                   /* run(budget | nil, f, ...) -> true, ... | false, failure */
        {"shield", sandbox_shield},             /* shield(f, ...) -> ... of f, which Ctrl-C waits for */
        {"shielded_run", sandbox_shielded_run}, /* shielded_run(f, ...) -> true, ... | false, failure */
        {"shallow", lim_shallow},               /* shallow(t [, more]) -> t's values, read raw, in a table with room */
        {"shared", lim_guest_shared},           /* shared(t, parent) -> t: guests may write to it */
        {"shown", lim_guest_shown},             /* shown(t): guests get a proxy of that table, never a copy */
        {"sorted_pairs", lim_sorted_pairs},     /* sorted_pairs(t) -> iterator */
        {"stand", lim_guest_stand},                   /* stand(value, for): guests get that value for another */
        {"strangers", lim_guest_strangers},           /* strangers(path): the functions of that file are a guest's */
        {"tree", lim_tree},                     /* tree(value [, marks]) -> a copy of plain data that is trusted */
        {"unchanged", lim_unchanged},           /* unchanged(value, original) -> is it lent, and all of it as it was? */
        {"watch", lim_watch},                   /* watch(lent [, question]) -> mark: notes what is read of the two */
        {NULL, NULL},
    };

    lim_runtime_adopt(L);
    lim_sandbox_install(L);
    lim_faces_open(L);
    luaL_newlib(L, functions);
    return 1;
}
