// Package claudecode is the dialect of Claude Code.
//
// What this client does differently, seen on claude-code 2.1.332 unless
// another version stands beside it:
//
//   - No payload has a timestamp. transcript_path is
//     <home>/.claude/projects/<project>/<session>.jsonl. By these two another
//     client's payload is told, because Copilot runs the hooks in a
//     repository's .claude/settings.json too (copilot 1.0.102), and Gemini
//     takes them over with `hooks migrate`.
//   - permissionDecision "allow" skips the client's own prompt and "defer" ends
//     a -p run, so neither is ever answered. No output is no opinion.
//   - An ask under -p, in dontAsk and in bypassPermissions is refused by the
//     client, with the reason, so an ask stays an ask.
//   - A null, a missing or wrong hookEventName, or anything around the one
//     object voids the answer, and the tool runs.
//   - additionalContext above 10,000 UTF-16 units is replaced by a preview. The
//     reason is not cut.
//   - A blocked prompt is printed again unless suppressOriginalPrompt stands
//     inside hookSpecificOutput; at the top level it is ignored. Exit 2 prints
//     the prompt again.
//   - A tool that failed fires PostToolUseFailure and not PostToolUse.
//   - @file at the beginning of a word of the prompt puts the file in front of
//     the model without a tool call; so does @"a file"; (@file) does not.
//   - `!` lines of custom commands fire PreSkillShellCommand and no PreToolUse.
//     A deny object stops them, and so does an ask under -p; no question was
//     seen, so none is put. On claude-code 2.1.197 they fire no event at all.
//   - Exit 2 or a block object on ConfigChange keeps a change of a settings file
//     from taking effect. Without it disableAllHooks and env, written by the
//     agent in mid-session, hold for the next call.
//   - Tools of MCP servers are mcp__<server>__<tool>, with hyphens and double
//     underscores of the tool kept; mcp_server names the server exactly. A
//     server that a plugin brings is mcp__plugin_<plugin>_<server>__<tool>, and
//     plugin:<plugin>:<server> in mcp_server.
//   - Stop is not answered: a block there makes the agent go on.
package claudecode
