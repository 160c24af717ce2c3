# Limber: `make` builds ./limber; `make help` lists the rest.

VERSION = 0.1.0
PREFIX ?= /usr/local
RUN_SCENARIO ?= scenarios/fusilier/first_battle.lua
EDITOR_LIB ?= readline

CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD ?= build
PROGRAM ?= limber

# ---- what the system has -------------------------------------------------------------------------------------------

pkg = $(shell $(PKG_CONFIG) --$(1) $(2) 2>/dev/null || echo $(3))
LUA_PC := $(shell for n in lua5.4 lua-5.4 lua54 lua; do \
	$(PKG_CONFIG) --exists "$$n >= 5.4" "$$n < 5.5" 2>/dev/null && { echo $$n; break; }; done)
LUA_CFLAGS ?= $(call pkg,cflags,$(LUA_PC))
LUA_LIBS ?= $(call pkg,libs,$(LUA_PC))
LUA ?= $(shell for n in lua5.4 lua-5.4 lua54 lua; do \
	$$n -e 'os.exit(_VERSION == "Lua 5.4")' 2>/dev/null && { echo $$n; break; }; done)

ifeq ($(EDITOR_LIB),libedit)
EDITOR_CFLAGS := -DLIM_WITH_LIBEDIT $(call pkg,cflags,libedit)
EDITOR_LIBS := $(call pkg,libs,libedit,-ledit)
else
EDITOR_CFLAGS := $(call pkg,cflags,readline)
ifeq ($(shell uname -s),Linux)
EDITOR_LIBS := # it is loaded when a line is first edited
else
EDITOR_CFLAGS += -DLIM_EDITOR_LINKED
EDITOR_LIBS := $(call pkg,libs,readline,-lreadline)
endif
endif

# The page of `limber board`. Without the library the program says how to get it; with it, it is loaded for the page.
HTTP_SRC := repl/broker/http.c repl/broker/http_guard.c repl/broker/http_answer.c repl/broker/http_library.c
HTTP_THERE := $(shell $(PKG_CONFIG) --exists libmicrohttpd 2>/dev/null && echo yes)
HTTP_CFLAGS := $(call pkg,cflags,libmicrohttpd)
# dlopen, for it and the line editor: older systems keep it in a library of its own.
HTTP_LIBS := $(if $(HTTP_THERE)$(filter Linux,$(shell uname -s)),-ldl)

CORE_CFLAGS := $(call pkg,cflags,gmp) $(call pkg,cflags,jansson) $(call pkg,cflags,libsodium)
CORE_LIBS := $(call pkg,libs,gmp,-lgmp) $(call pkg,libs,jansson,-ljansson) $(call pkg,libs,libsodium,-lsodium)

# ---- what is compiled, and how -------------------------------------------------------------------------------------

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow
# The project's own needs come last, so that nobody's CFLAGS can undo them: one C standard, and no fused
# multiply-add, which would make a result depend on the compiler. Flags that break arithmetic are refused (geomath.h),
# since they would also change how the program is linked.
NEEDED = -std=c11 -ffp-contract=off -fno-associative-math -fno-reciprocal-math -fPIC -fno-plt -fvisibility=hidden -MMD -MP -Ikernel -Ibindings
COMPILE = $(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) $(WERROR) $(NEEDED)

KERNEL_SRC := $(wildcard kernel/*.c)
BINDINGS_SRC := $(wildcard bindings/*.c)
REPL_SRC := $(filter-out $(if $(HTTP_THERE),repl/broker/http_none.c,$(HTTP_SRC)),\
	$(wildcard repl/broker/*.c repl/host/*.c))
KERNEL_OBJ := $(KERNEL_SRC:%.c=$(BUILD)/%.o)
BINDINGS_OBJ := $(BINDINGS_SRC:%.c=$(BUILD)/%.o)
REPL_OBJ := $(REPL_SRC:%.c=$(BUILD)/%.o)
OBJ := $(KERNEL_OBJ) $(BINDINGS_OBJ) $(REPL_OBJ)

# The folders of rules-lua/ that ship: those under version control, and without it all there are. The program is told,
# since players keep rulesets of their own beside them.
SHIPPED := $(sort $(foreach f,$(or $(shell git ls-files 'rules-lua/*/*' 2>/dev/null),$(wildcard rules-lua/*/*)),\
	$(word 2,$(subst /, ,$(f)))))

C_TESTS := $(patsubst tests/kernel/%.c,$(BUILD)/tests/kernel/%,$(wildcard tests/kernel/test_*.c))
C_BENCHES := $(patsubst tests/bench/%.c,$(BUILD)/tests/bench/%,$(wildcard tests/bench/bench_*.c))

.PHONY: all run test check bench sanitize digests definitions install install-files uninstall help deps clean
.PHONY: mutants hard fuzz fuzzed seeds sown chance chanced play tested tests-built checked benched libraries
.PHONY: opponents efforts mirror calibration matched pictures browser browsed
.DELETE_ON_ERROR:

all: $(PROGRAM)

help:
	@echo 'make             builds ./limber (LUA_CFLAGS, LUA_LIBS, CC, CFLAGS, LDFLAGS, EDITOR_LIB=libedit are honoured)'
	@echo 'make run         installs what is missing, builds, plays a battle and verifies its replay (RUN_SCENARIO=FILE)'
	@echo 'make test        installs what is missing, builds, runs every test'
	@echo 'make check       warnings (gcc and clang), luacheck, layering, circles, file sizes, kernel size, clause coverage'
	@echo 'make fuzz        random battles (BATTLES=1000), watched after every command'
	@echo 'make seeds       how a scripted battle ends under one seed after another (SCENARIO=FILE SEED=1 BATTLES=20)'
	@echo 'make chance      how often a comparison of rules takes chance for a difference (RUNS=1000)'
	@echo 'make opponents   the solo commander against the one of old, each leading either side in turn (RULESET=NAME BATTLES=100)'
	@echo 'make efforts     the solo commander with EFFORT=2 against himself without, likewise'
	@echo 'make mirror      the same army twice on the same ground, led by solo commanders: how often each side wins'
	@echo 'make calibration charges that solo commanders announce at so much, and how many are won (SVG=FILE draws it)'
	@echo 'make bench       one table of what takes how long, against plain Lua and GEOS, with targets (PART=odds JSON=FILE)'
	@echo 'make browser     the page of a battle, live too, in Chromium: controls, accessibility, print, speed; pictures in build/browser (ONLY=dark)'
	@echo 'make mutants     small mutations of what changed SINCE=commit, each against the tests (COUNT=30 SEED=1 SUITES=pattern)'
	@echo 'make sanitize    every test under AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make hard        the sandbox in a Lua with its assertions and hard tests on (LUA_SRC=DIR: the source of Lua 5.4)'
	@echo 'make digests     a battle ten times each from gcc and clang, -O0 and -O3: one record'
	@echo 'make pictures    draws the pictures of the guides anew'
	@echo 'make definitions writes build/library/: what C gives to Lua, for editors that speak LuaLS'
	@echo 'make install     into PREFIX (default /usr/local), below DESTDIR; make uninstall takes it out again'
	@echo 'make deps        installs what building and testing need, and nothing else'
	@echo 'make clean       removes what was built'

# ---- the program ---------------------------------------------------------------------------------------------------

$(PROGRAM): $(OBJ) $(BUILD)/flags
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJ) $(LUA_LIBS) $(CORE_LIBS) $(EDITOR_LIBS) $(HTTP_LIBS) $(LDLIBS) -lm

$(OBJ): | libraries

$(BUILD)/kernel/%.o: kernel/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(CORE_CFLAGS) -c -o $@ $<

# What is thrown in bulk, and what is asked of a whole field: loops unrolled and turned into vectors.
$(foreach f,philox field motion moves shapes,$(BUILD)/kernel/$(f).o): override CFLAGS := $(CFLAGS:-O2=-O3)

$(BUILD)/bindings/%.o: bindings/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(LUA_CFLAGS) $(CORE_CFLAGS) -c -o $@ $<

$(BUILD)/repl/%.o: repl/%.c $(BUILD)/flags $(BUILD)/place
	@mkdir -p $(@D)
	$(COMPILE) -DLIM_VERSION='"$(VERSION)"' -DLIM_DATA_ROOT='"$(PREFIX)/share/limber"' -DLIM_SHIPPED='"$(SHIPPED)"' \
		-Irepl/broker $(LUA_CFLAGS) $(CORE_CFLAGS) $(EDITOR_CFLAGS) $(HTTP_CFLAGS) -c -o $@ $<

# Two files remember how things were compiled, so that another CC, CFLAGS, PREFIX or ruleset rebuilds what it changes.
remember = @mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(1))' >$@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/flags: FORCE
	$(call remember,$(COMPILE) $(LUA_CFLAGS) $(EDITOR_CFLAGS) $(HTTP_LIBS) $(LDFLAGS))
$(BUILD)/place: FORCE
	$(call remember,$(VERSION) $(PREFIX) $(SHIPPED))
FORCE:

libraries:
	@.ci/deps --named run

# ---- the kernel as a module of a plain Lua, for the tests ----------------------------------------------------------

$(BUILD)/kernel.so: $(KERNEL_OBJ) $(BINDINGS_OBJ) $(BUILD)/module.c
	$(COMPILE) $(LUA_CFLAGS) $(LDFLAGS) -shared -o $@ $(BUILD)/module.c $(KERNEL_OBJ) $(BINDINGS_OBJ) $(CORE_LIBS) -lm

# require "kernel.dice" opens luaopen_kernel_dice here; written from the openers that the bindings define.
$(BUILD)/module.c: $(BINDINGS_SRC) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "bindings.h"'; \
	   echo '#define OPENER(name) __attribute__((visibility("default"))) int luaopen_kernel_##name(lua_State *L); \'; \
	   echo '    int luaopen_kernel_##name(lua_State *L) { return lim_open_##name(L); }'; \
	   sed -n 's/^int lim_open_\([a-z0-9_]*\)(lua_State.*/OPENER(\1)/p' $(BINDINGS_SRC); } > $@

# ---- run -----------------------------------------------------------------------------------------------------------

# The set-up may install what pkg-config is asked for above: hence a second make.
again = @+$(MAKE) --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(JOBS))

deps:
	@.ci/deps test

run:
	@.ci/deps run
	$(again) all
	$(again) play

play: all
	./$(PROGRAM) run $(RUN_SCENARIO) --record $(BUILD)/run.replay
	./$(PROGRAM) replay $(BUILD)/run.replay

# ---- tests ---------------------------------------------------------------------------------------------------------

test:
	@.ci/deps test
	$(again) tested

tests-built: all $(BUILD)/kernel.so $(C_TESTS) $(BUILD)/limber-probe $(BUILD)/tests/default_signals

$(BUILD)/tests/default_signals: tests/tools/default_signals.c
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $<

# The program with an attacker inside (tests/cli/wall).
$(BUILD)/limber-probe: tests/tools/probe.c $(OBJ)
	$(COMPILE) -Irepl/broker -Irepl/host $(LUA_CFLAGS) $(LDFLAGS) -o $@ $< $(OBJ) $(LUA_LIBS) $(CORE_LIBS) \
		$(EDITOR_LIBS) $(HTTP_LIBS) $(LDLIBS) -lm

# TEST_LUA is what loads the module; it differs from LUA under the sanitizers.
TEST_LUA ?= $(LUA)
TEST_ENV = LUA='$(TEST_LUA)' LUA_PATH='rules-lua/?.lua;repl/?.lua;tests/?.lua;;' LUA_CPATH='$(BUILD)/?.so;;' \
	LIMBER='./$(PROGRAM)' BUILD='$(BUILD)' XDG_DATA_HOME='$(CURDIR)/$(BUILD)/data' JOBS='$(JOBS)'

tested: tests-built
	@$(TEST_ENV) $(BUILD)/tests/default_signals $(LUA) tests/tools/run.lua tests $(BUILD)/tests/kernel

# Only what asks for GEOS is linked with it.
geos = $(if $(shell grep -rl 'geos_c\.h' $(1)),$(call pkg,libs,geos,-lgeos_c))
WITHOUT_LUA := $(KERNEL_OBJ) $(BUILD)/bindings/digest.o $(BUILD)/bindings/slabs.o
link-with-kernel = $(COMPILE) $(CORE_CFLAGS) $(call pkg,cflags,cmocka) $(call pkg,cflags,geos) \
	-o $@ $< $(WITHOUT_LUA) $(LDFLAGS)

$(BUILD)/tests/kernel/%: tests/kernel/%.c $(WITHOUT_LUA)
	@mkdir -p $(@D)
	$(link-with-kernel) $(call geos,$< $(wildcard tests/kernel/*.h)) $(call pkg,libs,cmocka,-lcmocka) $(CORE_LIBS) -lm

$(BUILD)/tests/bench/%: tests/bench/%.c $(WITHOUT_LUA)
	@mkdir -p $(@D)
	$(link-with-kernel) $(call geos,$<) $(CORE_LIBS) -lm

# Random battles of every ruleset, or of RULESET, out of the seeds from SEED on; what breaks one is kept in build/fuzz, to go to tests/replays.
BATTLES ?= 1000
SEED ?= 1
RULESET ?= all
fuzz:
	@.ci/deps test
	$(again) fuzzed

fuzzed: all $(BUILD)/kernel.so
	@pids=; k=0; while [ $$k -lt $(JOBS) ]; do \
		from=$$(( $(BATTLES) * k / $(JOBS) )); to=$$(( $(BATTLES) * (k + 1) / $(JOBS) )); k=$$((k + 1)); \
		$(TEST_ENV) $(LUA) tests/fuzz/battles.lua $(RULESET) $$((to - from)) $$(( $(SEED) + from )) $(BUILD)/fuzz & \
		pids="$$pids $$!"; done; status=0; for p in $$pids; do wait $$p || status=1; done; exit $$status

# The page of a battle, and paper, in a real browser (tests/browser), which node drives; skipped, with the reason, where
# either is not to be had. ONLY runs the checks of the page whose names have that word.
browser:
	@.ci/deps browser || { echo 'make browser: SKIPPED: it needs node, npm and Chromium'; exit 0; }; \
		$(MAKE) --no-print-directory browsed ONLY='$(ONLY)'

browsed: all
	@mkdir -p $(BUILD)/browser && { cmp -s tests/browser/package.json $(BUILD)/browser/package.json || \
		{ cp tests/browser/package.json $(BUILD)/browser/ && npm install --prefix $(BUILD)/browser --no-audit --no-fund --silent; } || \
		{ rm -f $(BUILD)/browser/package.json; exit 1; }; }
	@CHROMIUM="$$(command -v chromium || command -v chromium-browser || command -v google-chrome)" LIMBER='./$(PROGRAM)' \
		sh -c 'node tests/browser/page.js $(BUILD)/browser $(ONLY) && node tests/browser/paper.js $(BUILD)/browser && \
			node tests/browser/board.js $(BUILD)/browser $(ONLY)'

# The clock of the bench's profiles.
$(BUILD)/ticks.so: tests/bench/ticks.c
	@mkdir -p $(@D)
	$(COMPILE) $(LUA_CFLAGS) $(LDFLAGS) -shared -o $@ $<

# How a scenario ends under BATTLES seeds out of SEED on, to choose the one it ships with; VARIANTS='NAME …' adds some.
SCENARIO ?= $(RUN_SCENARIO)
seeds: BATTLES = 20
seeds:
	@.ci/deps test
	$(again) sown SCENARIO='$(SCENARIO)' BATTLES=$(BATTLES)

sown: all $(BUILD)/kernel.so
	@$(TEST_ENV) $(LUA) tests/tools/seeds.lua $(SCENARIO) $(SEED) $$(( $(SEED) + $(BATTLES) - 1 )) $(VARIANTS)

# How good the solo commanders are, in BATTLES of each scenario from SEED on (of RULESET, or of SCENARIOS).
of-ruleset = $(filter $(if $(filter all,$(RULESET)),%,scenarios/$(RULESET)/% tests/scenarios/$(RULESET)_%),$(1))
SCENARIOS ?=
EFFORT ?= 2
opponents efforts mirror calibration: BATTLES = 100
opponents calibration: SHIPPED_ONES = $(wildcard scenarios/*/*.lua)
efforts mirror: SHIPPED_ONES = $(wildcard tests/scenarios/*_mirror.lua)
opponents efforts mirror calibration:
	@.ci/deps test
	$(again) matched WHAT=$@ BATTLES=$(BATTLES) SCENARIOS='$(or $(SCENARIOS),$(call of-ruleset,$(SHIPPED_ONES)))'

matched: all $(BUILD)/kernel.so
	@$(TEST_ENV) SEED=$(SEED) EFFORT=$(EFFORT) SVG='$(SVG)' $(LUA) tests/opponents/matches.lua $(WHAT) $(BATTLES) $(JOBS) $(SCENARIOS)

# How often `limber simulate --versus` is wrong, of pairs of battles that are known to be no different.
RUNS ?= 1000
chance:
	@.ci/deps test
	$(again) chanced RUNS='$(RUNS)'

chanced: all $(BUILD)/kernel.so
	@$(TEST_ENV) $(LUA) tests/tools/chance.lua $(RUNS) scenarios/fusilier/lesson.lua third_of_brigades

# Small mutations, one at a time, of the code that changed SINCE a commit; the tests of a copy of the tree are to find them.
SINCE ?= HEAD~1
COUNT ?= 30
SUITES ?=
mutants:
	@.ci/deps test
	@LUA='$(LUA)' BUILD='$(BUILD)' $(LUA) tests/tools/mutants.lua '$(SINCE)' '$(COUNT)' '$(SEED)' '$(SUITES)'

# One table of all tasks with their targets; PART='dice odds' runs some parts, JSON=FILE writes the rows for programs.
bench:
	@.ci/deps test
	$(again) benched JSON='$(JSON)' PART='$(PART)'

benched: all $(BUILD)/kernel.so $(BUILD)/ticks.so $(C_BENCHES) $(BUILD)/tests/bench/taken
	@$(TEST_ENV) JSON='$(JSON)' PART='$(PART)' $(LUA) tests/bench/bench.lua

# ---- the same tree, made in another way ----------------------------------------------------------------------------

# $(call elsewhere,NAME,ARGUMENTS): makes in build/NAME, where everything but what is built stands by symbolic link.
elsewhere = mkdir -p build/$(1) && \
	for f in *; do case $$f in build|limber) ;; *) ln -sfn "$(CURDIR)/$$f" build/$(1)/ ;; esac; done && \
	ln -sfn "$(CURDIR)/.ci" "$(CURDIR)/.luacheckrc" build/$(1)/ && \
	$(MAKE) --no-print-directory -C build/$(1) $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(JOBS)) $(2)

SANITIZERS = -fsanitize=address,undefined
ASAN_RUNTIME = $(firstword $(filter /%,$(foreach lib,libclang_rt.asan-$(shell uname -m).so libasan.so,\
	$(shell $(CC) -print-file-name=$(lib)))))

comma = ,
CLANG_RUNTIME = $(if $(findstring clang,$(CC)),-shared-libasan -Wl$(comma)-rpath$(comma)$(dir $(ASAN_RUNTIME)))

# A plain Lua is not built with the sanitizers: for a module that is, their runtime must be loaded first.
sanitize:
	@.ci/deps test
	@mkdir -p build/sanitize
	@printf '#!/bin/sh\nLD_PRELOAD=%s exec %s "$$@"\n' '$(ASAN_RUNTIME)' '$(LUA)' >build/sanitize/lua
	@chmod +x build/sanitize/lua
	@+$(call elsewhere,sanitize,CFLAGS='-O1 -g $(SANITIZERS) -fno-sanitize-recover=all -fno-omit-frame-pointer' \
		LDFLAGS='$(SANITIZERS) $(CLANG_RUNTIME)' TEST_LUA=$(CURDIR)/build/sanitize/lua tested)

# The sandbox in a Lua that checks itself: $(call hard-lua,KIND) builds it from LUA_SRC (a release, what `apt-get source
# lua5.4` unpacks, or Lua's repository, which has ltests.h) with assertions on and KIND, one of Lua's two hard tests:
# the stack moves whenever it may, or memory is collected whenever it may. The program built with it runs the specs.
hard-specs = $(filter-out $(if $(filter HARDMEM%,$(1)),%/guest_trust_spec.lua %/guest_reach_spec.lua),\
	$(wildcard tests/rules/sandbox_*spec.lua tests/rules/guest_*_spec.lua))
HARD_DIR = $(firstword $(dir $(wildcard $(LUA_SRC)/lapi.c $(LUA_SRC)/src/lapi.c)))
hard-flags = -D$(1) -DLUA_USE_APICHECK \
	$(if $(wildcard $(HARD_DIR)ltests.h),-DLUA_USER_H='"ltests.h"',-DLUAI_ASSERT) -I$(abspath $(HARD_DIR))
hard-lua = mkdir -p build/$(1)/lua && \
	for f in $(filter-out %/lua.c %/luac.c $(if $(wildcard $(HARD_DIR)ltests.h),,%/ltests.c),$(wildcard $(HARD_DIR)l*.c)); do \
		$(CC) -std=gnu99 -O1 -g $(call hard-flags,$(1)) -c -o build/$(1)/lua/$$(basename $$f .c).o $$f || exit 1; done && \
	ar rcs build/$(1)/liblua.a build/$(1)/lua/*.o

hard:
	@[ -n '$(HARD_DIR)' ] || { echo 'make hard needs LUA_SRC=DIR, the source of Lua 5.4: apt-get source lua5.4'; exit 1; }
	@+$(foreach kind,HARDSTACKTESTS HARDMEMTESTS,$(call hard-lua,$(kind)) && \
		$(call elsewhere,$(kind),CFLAGS='-O1 -g -w' LUA_CFLAGS="$(subst ",\",$(call hard-flags,$(kind)))" \
		LUA_LIBS='$(CURDIR)/build/$(kind)/liblua.a -lm' all) >build/$(kind).log 2>&1 || { tail -n 20 build/$(kind).log; exit 1; }; \
		echo "== $(kind)"; LIMBER_REACH=$(if $(filter HARDMEM%,$(kind)),few) ./build/$(kind)/$(PROGRAM) lua tests/tools/specs.lua $(call hard-specs,$(kind)) >build/$(kind).log 2>&1 || \
		{ grep -v '^ok' build/$(kind).log; exit 1; }; tail -n 1 build/$(kind).log;)

# The battle's record must be the same byte for byte from every compiler, and from run to run (Lua seeds its
# hashes anew each time).
digests:
	@.ci/deps run
	@rm -f build/digests.replay
	@+for cc in gcc clang; do for o in -O0 -O3; do if command -v $$cc >/dev/null; then \
		$(call elsewhere,digests$$cc$$o,CC=$$cc CFLAGS=$$o all) >build/digests.log 2>&1 \
		|| { cat build/digests.log; exit 1; }; \
		for run in 1 2 3 4 5 6 7 8 9 10; do \
			build/digests$$cc$$o/$(PROGRAM) run $(RUN_SCENARIO) --record build/digests.$$run >/dev/null || exit 1; \
			[ -e build/digests.replay ] || cp build/digests.$$run build/digests.replay; \
			cmp build/digests.$$run build/digests.replay || exit 1; rm build/digests.$$run; done; \
		echo "$$cc $$o: ten battles, one record"; fi; done; done; rm build/digests.replay

# ---- checks --------------------------------------------------------------------------------------------------------

check:
	@.ci/deps check
	$(again) checked

# Prints the sections of objects that hold what may change; the status is 0 when there are any.
changing = size -A -d $(1) | awk '/^\.t?(data|bss)(\.rel(\.local)?)? / && $$2 > 0 { print; n = 1 } END { exit !n }'

checked: all
	@for cc in gcc clang; do if command -v $$cc >/dev/null; then echo "== warnings: $$cc"; \
		$(call elsewhere,warnings-$$cc,CC=$$cc WERROR=-Werror tests-built) >build/warnings-$$cc.log 2>&1 \
		|| { cat build/warnings-$$cc.log; exit 1; }; fi; done
	@echo '== luacheck'; luacheck -q rules-lua scenarios repl tests
	@echo '== statics'; ! $(call changing,$(KERNEL_OBJ))
	@echo '== layering'; $(LUA) tests/tools/layering.lua
	@echo '== circles'; $(LUA) tests/tools/circles.lua $(BUILD)
	@echo '== signatures'; $(LUA) tests/tools/signatures.lua
	@echo '== words'; $(LUA) tests/tools/words.lua
	@echo '== statics of rules'; $(LUA) tests/tools/statics.lua
	@echo '== sizes'; $(LUA) tests/tools/sizes.lua && $(LUA) tests/tools/budget.lua
	@echo '== pictures'; $(LUA) tests/tools/pictures.lua ./$(PROGRAM) --check
	@echo '== rulesets'; ./$(PROGRAM) check $(filter-out limber house,$(SHIPPED)) >/dev/null
	@for r in $(filter-out limber house,$(SHIPPED)); do \
		./$(PROGRAM) rules $$r --clauses >build/clauses-$$r || { cat build/clauses-$$r; exit 1; }; \
		echo "== clauses of $$r: $$(tail -n 1 build/clauses-$$r)"; done
	@echo '== bad samples are found out (the other checkers prove it in make test)'
	@! printf 'int f(int a) { return 1; }\n' | $(COMPILE) -Werror -x c -c -o build/sample.o - 2>/dev/null
	@! printf 'x = 1\n' | luacheck -q - >/dev/null
	@printf 'static int a = 1; int f(void) { return a++; }\n' | $(COMPILE) -x c -c -o build/sample.o - 2>/dev/null; \
		$(call changing,build/sample.o) >/dev/null
	@! ./$(PROGRAM) rules no_such_ruleset --clauses >/dev/null 2>&1

# What the guides show is what the program draws; make check says when it is not.
pictures: all
	@mkdir -p repl/pictures && $(LUA) tests/tools/pictures.lua ./$(PROGRAM)

definitions:
	@mkdir -p build/library && $(LUA) tests/tools/signatures.lua . build/library

# ---- install -------------------------------------------------------------------------------------------------------

SHARE = $(DESTDIR)$(PREFIX)/share/limber
GUIDES = $(wildcard repl/pictures/*) repl/README.md scenarios/README.md $(addprefix rules-lua/,README.md EXAMPLES.md RULESETS.md SERVICES.md)
SHARED_FILES = $(shell find $(SHIPPED:%=rules-lua/%) scenarios/ repl/ -type f ! -name '*.c' ! -name '*.h' ! -name '*.md' \
	! -path 'repl/pictures/*' 2>/dev/null | sort)

install: all
	@$(MAKE) --no-print-directory install-files

install-files:
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE) $(DESTDIR)$(PREFIX)/share/doc/limber
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/limber
	install -m 644 README.md LICENSE $(DESTDIR)$(PREFIX)/share/doc/limber
	@for f in $(GUIDES); do to=$(DESTDIR)$(PREFIX)/share/doc/limber/$$f; \
		install -d $$(dirname $$to) && install -m 644 $$f $$to || exit 1; done
	@for f in $(SHARED_FILES); do install -d $(SHARE)/$$(dirname $$f) && install -m 644 $$f $(SHARE)/$$f || exit 1; done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/limber
	rm -rf $(SHARE) $(DESTDIR)$(PREFIX)/share/doc/limber

clean:
	rm -rf build limber

-include $(OBJ:.o=.d) $(C_TESTS:=.d) $(C_BENCHES:=.d)
