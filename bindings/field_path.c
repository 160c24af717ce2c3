/* Paths of bodies, and room for them: the part of kernel.field that kernel/path.h answers. See lua_field.c for the
 * rest.
 *
 *   args   {base=base or id | bases={...}, slide=um, angle= | steps={move, ...}, table={width, depth}, over=um}
 *   look   a filter with within=um or {[id]=um}, part="base|front|centre", first=true, runs=true
 *
 * A body's own ids are left out of every look. */
#include "field_names.h"
#include "path.h"

#include <string.h>

#define FEW 64

/* What is asked, and the path: short ones take no memory of their own. */
typedef struct asked {
    const lim_field *field;
    lim_path path;
    lim_base start[2], end[2];
    lim_pace paces[2];
    int64_t ends[2], *stops;
    int64_t own[LIM_EXCEPT_MOST];
    size_t owned;
    bool has_steps, has_bases, has_table;
    lim_vec table;
    double over;
} asked;

/* ---- arguments: the table at 2 ---- */

/* The base on top, or that of the id on top, which it pops. */
static lim_base take_base(lua_State *L, const char *arg, asked *a) {
    lim_base base;
    if (lua_type(L, -1) == LUA_TNUMBER || lua_type(L, -1) == LUA_TSTRING) {
        const lim_item *item = lim_check_item(L, -1, arg);
        if (item->about.kind != LIM_ITEM_BASE) lim_refuse(L, arg, "%s must be a base", arg);
        if (a->owned == LIM_EXCEPT_MOST) lim_refuse(L, arg, "%s: a body has %d ids at most", arg, LIM_EXCEPT_MOST);
        base = item->about.base;
        a->own[a->owned++] = lim_whole(item);
    } else {
        base = lim_get_base(L, -1, arg);
    }
    lua_pop(L, 1);
    return base;
}

static size_t length_of(lua_State *L, const char *name, const char *arg) {
    lim_need_table(L, -1, arg);
    lua_Integer count = luaL_len(L, -1);
    if (count < 1 || count > 1000) lim_refuse(L, arg, "%s must hold 1 to 1000 %s, got %I", arg, name, count);
    return (size_t)count;
}

/* Bases, steps and room for the path; leaves one value on the stack that holds what is not in `a`. */
static lim_step *read_path(lua_State *L, asked *a, lim_step *single) {
    a->has_bases = lua_getfield(L, 2, "bases") != LUA_TNIL; /* bases */
    a->path.count = a->has_bases ? length_of(L, "bases", "args.bases") : 1;
    a->has_steps = lua_getfield(L, 2, "steps") != LUA_TNIL; /* bases steps */
    a->path.steps = a->has_steps ? length_of(L, "steps", "args.steps") : 1;
    size_t n = a->path.count, k = a->path.steps;
    lim_base *start = a->start;
    lim_step *steps = single;
    a->path.bases = a->end;
    a->path.paces = a->paces;
    a->stops = a->ends;
    if (n * k <= 2 && !a->has_steps) {
        lua_pushnil(L);
    } else {
        size_t paces = n * k * sizeof(lim_pace), bases = n * sizeof(lim_base), moves = k * sizeof(lim_step);
        char *room = lua_newuserdatauv(L, paces + 2 * bases + moves + k * sizeof(int64_t), 0); /* bases steps room */
        a->path.paces = (lim_pace *)(void *)room;
        a->stops = (int64_t *)(void *)(room + paces);
        start = (lim_base *)(void *)(room + paces + k * sizeof(int64_t));
        a->path.bases = start + n;
        steps = (lim_step *)(void *)(start + 2 * n);
    }
    for (size_t i = 0; i < n; i++) {
        if (a->has_bases)
            lua_geti(L, -3, (lua_Integer)i + 1);
        else
            lua_getfield(L, 2, "base");
        start[i] = take_base(L, a->has_bases ? "args.bases" : "args.base", a);
    }
    for (size_t i = 0; i < k; i++) {
        if (a->has_steps) {
            const char *place = lua_pushfstring(L, "args.steps.%d", (int)i + 1); /* bases steps room place */
            lua_geti(L, -3, (lua_Integer)i + 1);
            steps[i] = lim_get_step(L, -1, place);
            lua_pop(L, 2);
        } else {
            steps[i] = lim_get_step(L, 2, "args");
        }
    }
    a->path.start = start;
    lua_replace(L, -3);
    lua_pop(L, 1); /* room */
    return steps;
}

/* Reads all but the looks; leaves one value on the stack, at 3. */
static void read_args(lua_State *L, asked *a) {
    lim_step single, *steps;
    a->field = lim_check_field(L);
    a->owned = 0;
    lua_settop(L, 2);
    lim_need_table(L, 2, "args");
    steps = read_path(L, a, &single);
    lim_path_lead(&a->path, steps, a->stops);
    a->over = (double)lim_get_int(L, 2, "args", "over", 0, LIM_REACH, 0);
    a->has_table = lua_getfield(L, 2, "table") != LUA_TNIL;
    if (a->has_table) a->table = lim_get_size(L, -1, "args.table");
    lua_pop(L, 1);
}

/* A look as it was read; `each` is where on the stack a distance for each id is, or 0. */
typedef struct look {
    lim_picked picked;
    lim_look look;
    bool first, runs;
    int each;
} look;

static bool read_flag(lua_State *L, const char *name) {
    lua_getfield(L, -1, name);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

/* Reads the look on top; leaves one value above it. */
static void read_look(lua_State *L, const asked *a, const char *arg, look *l) {
    static const char *const parts[] = {"base", "front", "centre"};
    lim_need_table(L, -1, arg);
    lim_get_filter(L, lua_gettop(L), &l->picked);
    for (size_t i = 0; i < a->owned; i++) lim_except(L, &l->picked, a->own[i]);
    l->first = read_flag(L, "first");
    l->runs = read_flag(L, "runs");
    l->look = (lim_look){.filter = l->picked.filter};
    if (lua_getfield(L, -1, "part") != LUA_TNIL) {
        int part = 0;
        while (part < 3 && (lua_type(L, -1) != LUA_TSTRING || strcmp(lua_tostring(L, -1), parts[part]) != 0)) part++;
        if (part == 3)
            lim_refuse(L, lua_pushfstring(L, "%s.part", arg), "%s.part must be base, front or centre, got %s", arg,
                       lim_show(L, -2));
        l->look.part = (lim_part)part;
    }
    lua_pop(L, 1);
    lua_getfield(L, -1, "within"); /* look within */
    l->each = lua_istable(L, -1) ? lua_gettop(L) : 0;
    if (!l->each && !lua_isnil(L, -1)) {
        const char *place = lua_pushfstring(L, "%s.within", arg); /* look within place */
        l->look.within = (double)lim_check_length(L, lua_gettop(L) - 1, place);
        lua_pop(L, 1);
    }
}

/* ---- what is found ---- */

/* The greatest of the distances for each id. */
static double widest(lua_State *L, const look *l) {
    double most = 0;
    for (lua_pushnil(L); lua_next(L, l->each) != 0; lua_pop(L, 1))
        if (lua_type(L, -1) == LUA_TNUMBER) {
            double um = (double)lim_check_length(L, lua_gettop(L), "within");
            most = um > most ? um : most;
        }
    return most;
}

static void find_each(lua_State *L, const asked *a, look *l, lim_passages *found) {
    const lim_box box = lim_path_box(&a->path, widest(L, l));
    size_t next = 0;
    const lim_item *item;
    while ((item = lim_field_next(a->field, &l->look.filter, box, &next)) != NULL) {
        lim_push_id(L, item);
        if (lua_gettable(L, l->each) == LUA_TNUMBER) {
            l->look.within = (double)lim_check_length(L, lua_gettop(L), "within");
            lim_path_item(a->field, &a->path, &l->look, item, found);
        }
        lua_pop(L, 1);
    }
}

static void find(lua_State *L, const asked *a, look *l, lim_passages *found) {
    if (l->each)
        find_each(L, a, l, found);
    else
        lim_path_look(a->field, &a->path, &l->look, found);
}

/* Twice as much room for what was not all found; pushes what holds it, in place of what held the last. */
static void more_room(lua_State *L, lim_passages *found, bool again) {
    size_t most = 2 * found->most;
    if (again) lua_pop(L, 1);
    *found = (lim_passages){.at = lua_newuserdatauv(L, most * sizeof(lim_passage), 0), .most = most};
}

static void push_passage(lua_State *L, const asked *a, const look *l, const lim_passage *p) {
    static const char *const kinds[] = {"", "base", "area", "", "line"};
    uint32_t asked_for = l->look.filter.kinds;
    bool many = asked_for == 0 || (asked_for & (asked_for - 1)) != 0;
    lua_createtable(L, 0, 3 + many + p->astride + a->has_bases);
    lim_set_id(L, "id", p->item);
    if (many) lim_set_text(L, "kind", kinds[p->item->about.kind]);
    lim_set_int(L, "from", lim_round(p->from));
    lim_set_int(L, "to", lim_round(p->to));
    if (p->astride) lim_set_flag(L, "astride", true);
    if (a->has_bases) lim_set_int(L, "base", (int64_t)p->base + 1);
}

/* The stretch of ground from one cut to the next. */
static void push_run(lua_State *L, const lim_passages *found, const int64_t *cut) {
    lua_createtable(L, 0, 3); /* run */
    lim_set_int(L, "at", cut[0]);
    lim_set_int(L, "length", cut[1] - cut[0]);
    lua_newtable(L); /* run areas */
    lua_Integer n = 0;
    for (size_t i = 0; i < found->count; i++) {
        const lim_passage *p = &found->at[i];
        if (p->item->about.kind != LIM_ITEM_AREA || lim_round(p->from) > cut[0] || lim_round(p->to) < cut[1]) continue;
        lim_push_id(L, p->item);
        lua_seti(L, -2, ++n);
    }
    lua_setfield(L, -2, "areas");
}

static void push_runs(lua_State *L, const asked *a, const lim_passages *found) {
    int64_t few[2 * FEW + 2], *cuts = few;
    if (found->count > FEW)
        cuts = lua_newuserdatauv(L, (2 * found->count + 2) * sizeof *cuts, 0);
    else
        lua_pushnil(L); /* room */
    size_t last = lim_passages_cuts(found, a->path.length, cuts) - 1, at = 0;
    lua_Integer n = 0;
    lua_newtable(L); /* room runs */
    for (size_t cut = 0; cut < last; cut++) {
        for (; at < found->count && lim_round(found->at[at].from) <= cuts[cut]; at++) {
            const lim_passage *p = &found->at[at];
            if (p->item->about.kind != LIM_ITEM_LINE || p->astride) continue;
            lua_createtable(L, 0, 3);
            lim_set_int(L, "at", lim_round(p->from));
            lim_set_int(L, "to", lim_round(p->to));
            lim_set_id(L, "line", p->item);
            lua_seti(L, -2, ++n);
        }
        push_run(L, found, &cuts[cut]);
        lua_seti(L, -2, ++n);
    }
    lua_remove(L, -2);
}

/* Replaces the look on top by what it finds. */
static void answer_look(lua_State *L, const asked *a, const char *arg) {
    lim_passage few[FEW];
    lim_passages found = {.at = few, .most = FEW};
    look l;
    read_look(L, a, arg, &l); /* look within */
    find(L, a, &l, &found);
    lua_pushnil(L); /* look within room */
    while (found.full) {
        more_room(L, &found, true);
        find(L, a, &l, &found);
    }
    lim_passages_sort(&found);
    if (l.runs) {
        push_runs(L, a, &found);
    } else if (l.first) {
        if (found.count == 0)
            lua_pushnil(L);
        else
            push_passage(L, a, &l, found.at);
    } else {
        lua_createtable(L, (int)found.count, 0);
        for (size_t i = 0; i < found.count; i++) {
            push_passage(L, a, &l, &found.at[i]);
            lua_seti(L, -2, (lua_Integer)i + 1);
        }
    }
    lua_replace(L, -4);
    lua_pop(L, 2);
}

/* ---- paths ---- */

static void push_ends(lua_State *L, const asked *a) {
    lim_set_int(L, "length", lim_round(a->path.length));
    if (a->has_bases) {
        lua_createtable(L, (int)a->path.count, 0);
        for (size_t i = 0; i < a->path.count; i++) {
            lim_push_base(L, &a->path.bases[i]);
            lua_seti(L, -2, (lua_Integer)i + 1);
        }
    } else {
        lim_push_base(L, a->path.bases);
    }
    lua_setfield(L, -2, a->has_bases ? "bases" : "base");
    if (!a->has_steps) return;
    lua_createtable(L, (int)a->path.steps, 0);
    for (size_t i = 0; i < a->path.steps; i++) {
        lua_pushinteger(L, a->stops[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "ends");
}

/* Where it first goes over the table's edge. */
static void set_edge(lua_State *L, const asked *a) {
    lim_passage few[FEW];
    lim_passages found = {.at = few, .most = FEW};
    lim_path_edge(&a->path, a->table, a->over, &found);
    lim_passages_sort(&found);
    if (found.count > 0) lim_set_int(L, "edge", (int64_t)found.at[0].from);
}

static int l_path(lua_State *L) {
    static const char *const taken[] = {"length", "base", "bases", "ends", "edge"};
    asked a;
    read_args(L, &a);         /* field args room */
    lua_createtable(L, 0, 6); /* field args room path */
    push_ends(L, &a);
    if (a.has_table) set_edge(L, &a);
    if (lua_getfield(L, 2, "looks") == LUA_TNIL) { /* field args room path looks */
        lua_pop(L, 1);
        return 1;
    }
    if (!lua_istable(L, -1)) lim_refuse(L, "args.looks", "args.looks must be a table, got %s", luaL_typename(L, -1));
    lua_pushnil(L);
    while (lua_next(L, 5) != 0) { /* field args room path looks name look */
        if (lua_type(L, -2) != LUA_TSTRING) lim_refuse(L, "args.looks", "args.looks: a look has a name");
        const char *name = lua_tostring(L, -2);
        for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
            if (strcmp(name, taken[i]) == 0)
                lim_refuse(L, "args.looks", "args.looks: %s cannot be a look's name", name);
        const char *place = lua_pushfstring(L, "looks.%s", name); /* … name look place */
        lua_insert(L, -2);
        answer_look(L, &a, place); /* … name place answer */
        lua_setfield(L, 4, name);
        lua_pop(L, 1);
    }
    lua_settop(L, 4);
    return 1;
}

/* ---- room ---- */

/* All that is to be avoided. */
static void find_barred(lua_State *L, const asked *a, lim_passages *found) {
    if (a->has_table) lim_path_edge(&a->path, a->table, a->over, found);
    if (lua_getfield(L, 2, "avoid") != LUA_TNIL) { /* looks */
        lim_need_table(L, -1, "args.avoid");
        lua_Integer count = luaL_len(L, -1);
        for (lua_Integer i = 1; i <= count; i++) {
            look l;
            const char *place = lua_pushfstring(L, "args.avoid.%d", (int)i); /* looks place */
            lua_geti(L, -2, i);
            read_look(L, a, place, &l); /* looks place look within */
            find(L, a, &l, found);
            lua_pop(L, 3);
        }
    }
    lua_pop(L, 1);
}

static int find_free(lua_State *L, bool last) {
    lim_passage few[FEW];
    lim_passages found = {.at = few, .most = FEW};
    const lim_passage *by;
    asked a;
    read_args(L, &a); /* field args room */
    int64_t length = lim_round(a.path.length);
    int64_t at = lim_get_int(L, 2, "args", "at", 0, length, last ? length : 0);
    find_barred(L, &a, &found);
    for (bool again = false; found.full; again = true) {
        more_room(L, &found, again);
        find_barred(L, &a, &found);
    }
    bool free = lim_passages_free(&found, a.path.length, last, &at, &by);
    if (free)
        lua_pushinteger(L, at);
    else
        lua_pushnil(L);
    if (by == NULL)
        lua_pushnil(L);
    else if (by->item == NULL)
        lua_pushliteral(L, "edge");
    else
        lim_push_id(L, by->item);
    return 2;
}

static int l_last_free(lua_State *L) { return find_free(L, true); }

static int l_first_free(lua_State *L) { return find_free(L, false); }

const luaL_Reg lim_field_paths[] = {
    {"path", l_path},             /* f:path(args with looks) -> {length, base, edge, and what each look finds} */
    {"last_free", l_last_free},   /* f:last_free(args with avoid, at) -> um or nil, by=id or "edge" */
    {"first_free", l_first_free}, /* f:first_free(args with avoid, at) -> um or nil, by=id or "edge" */
    {NULL, NULL}};
