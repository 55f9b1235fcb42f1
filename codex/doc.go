// Package codex is the dialect of the Codex CLI. What this client does
// differently, each with the version it was seen on:
//
//   - It honours a deny and nothing else. A plain allow, an ask, a defer, a key
//     it does not know or text around the JSON mark the hook as failed, and the
//     tool runs (codex-cli 0.171.0). So only a deny is printed, an ask has
//     become one before Encode, and every object keeps to the key sets of the
//     client's own schemas (testdata/output-schemas.json, out of the 0.171.0
//     binary).
//   - Exit 2 blocks a tool call and a prompt when stderr has text; JSON on
//     stdout is then ignored. Any other status lets the call through (0.171.0).
//   - A prompt block must not carry Claude Code's suppressOriginalPrompt: with
//     it the prompt goes through (0.171.0).
//   - A shell call does not tell its working directory: the input is the
//     command alone, though the model can choose one (0.171.0).
//   - apply_patch puts the patch where a shell command usually is. Given to the
//     shell as a here-document it is a shell call (0.171.0).
//   - MCP tools are mcp__<server>__<tool> with every character but [A-Za-z0-9_]
//     replaced by _, so that different names can become one (0.157.1, 0.171.0).
//   - Tools of a namespace carry it glued in front: spawn_agent, but
//     multi_agent_v1wait_agent and collaborationspawn_agent (0.171.0).
//   - write_stdin, tool_search and hosted tools such as web search fire no hook
//     (0.171.0): what is typed into a running shell is not seen.
//   - Context above 10,000 bytes is moved to a file (10,001 bytes were, 5,001 é
//     were); a deny reason is not cut, 24 kB passed (0.171.0).
//   - SessionEnd is killed after 3 s at most (0.171.0).
//   - A payload carries turn_id on every tool call and prompt, which Claude
//     Code's payloads of the same shape lack: without it the tool names mean
//     something else, so it is refused.
//   - In permission mode "default" a rule of Codex's own that asks may be
//     answered by a model, which the payload does not show and the transcript
//     does (0.171.0): an ask is left to it only where that, the settings and the
//     client's process all say that a person is asked.
//   - Hooks are started without a terminal, by default from a daemon that serves
//     every terminal (0.171.0).
//   - It rewrites its settings at its first starts (0.171.0): what it counts then
//     makes an ask stay a deny until the next start.
package codex
