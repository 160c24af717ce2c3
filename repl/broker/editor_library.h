/* The library of the line editor: GNU readline, or libedit's interface of readline with LIM_WITH_LIBEDIT.
 *
 * Readline has some twelve hundred names to look up when it is loaded: more work than all else in the start of a limber.
 * So it is loaded when a line is first to be edited, or remembered. Where LIM_EDITOR_LINKED is defined the program is
 * linked with it. No Lua. */
#ifndef LIM_REPL_EDITOR_LIBRARY_H
#define LIM_REPL_EDITOR_LIBRARY_H

#include <stdio.h>

#ifdef LIM_WITH_LIBEDIT
#define LIM_EDITOR_LINKED
#include <editline/readline.h>
#else
#include <readline/history.h>
#include <readline/readline.h>
#endif

/* What is used of either, functions and variables. */
#define LIM_EDITOR_USES_OF_BOTH(USE)                                                                                   \
    USE(add_history)                                                                                                   \
    USE(free_history_entry)                                                                                            \
    USE(history_base)                                                                                                  \
    USE(history_get)                                                                                                   \
    USE(history_length)                                                                                                \
    USE(read_history)                                                                                                  \
    USE(remove_history)                                                                                                \
    USE(rl_attempted_completion_function)                                                                              \
    USE(rl_attempted_completion_over)                                                                                  \
    USE(rl_basic_word_break_characters)                                                                                \
    USE(rl_callback_handler_install)                                                                                   \
    USE(rl_callback_handler_remove)                                                                                    \
    USE(rl_callback_read_char)                                                                                         \
    USE(rl_free_line_state)                                                                                            \
    USE(rl_insert_text)                                                                                                \
    USE(rl_line_buffer)                                                                                                \
    USE(rl_point)                                                                                                      \
    USE(rl_readline_name)                                                                                              \
    USE(rl_redisplay)                                                                                                  \
    USE(rl_resize_terminal)                                                                                            \
    USE(stifle_history)                                                                                                \
    USE(using_history)                                                                                                 \
    USE(write_history)

#ifdef LIM_WITH_LIBEDIT
#define LIM_EDITOR_USES(USE) LIM_EDITOR_USES_OF_BOTH(USE)
#else
#define LIM_EDITOR_USES(USE)                                                                                           \
    LIM_EDITOR_USES_OF_BOTH(USE)                                                                                       \
    USE(history_comment_char)                                                                                          \
    USE(history_write_timestamps)                                                                                      \
    USE(rl_bind_keyseq)                                                                                                \
    USE(rl_catch_signals)                                                                                              \
    USE(rl_clear_visible_line)                                                                                         \
    USE(rl_completion_append_character)                                                                                \
    USE(rl_function_of_keyseq)                                                                                         \
    USE(rl_get_next_history)                                                                                           \
    USE(rl_get_previous_history)                                                                                       \
    USE(rl_history_search_backward)                                                                                    \
    USE(rl_history_search_forward)
#endif

/* The address of each. */
typedef struct lim_editor_library {
#define LIM_EDITOR_ADDRESS(name) __typeof__(&name) name;
    LIM_EDITOR_USES(LIM_EDITOR_ADDRESS)
#undef LIM_EDITOR_ADDRESS
} lim_editor_library;

/* The library, loaded for as long as the process lives. A process that cannot load it ends, and says why. */
const lim_editor_library *lim_editor_loaded(void);

#endif
