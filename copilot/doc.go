// Package copilot is the dialect of GitHub Copilot: the Copilot CLI, and VS
// Code, which runs the same hook files.
//
// What this client does differently, with the version it was seen on
// (copilot = Copilot CLI; "documented" was read and not recorded):
//
//   - It has three payload forms. A hook under a camelCase event name gets
//     camelCase keys and no event name, so the hook line passes --event. One
//     under a PascalCase name gets hook_event_name and snake_case keys, except
//     PermissionRequest, PreMcpToolCall, SubagentStart and Notification, whose
//     bodies are camelCase (copilot 1.0.102). VS Code sends hookEventName with
//     sessionId (documented).
//   - toolArgs is an object, a JSON text (documented), or for apply_patch the
//     bare patch, under the PascalCase name Edit too (copilot 1.0.102).
//   - A tool of an MCP server is <server>-<tool>, which can be cut in several
//     places, and <server>/<tool> in permissionRequest (copilot 1.0.102).
//   - permissionDecision "allow" is a grant: it skips Copilot's own prompt,
//     the permissionRequest hooks and --deny-tool, so it is never answered. No
//     output is no opinion (copilot 1.0.102).
//   - An ask in -p, in autopilot or without a terminal is refused by the
//     client, with the reason, so an ask stays an ask (copilot 1.0.102).
//   - camelCase hooks read only top-level keys. PreToolUse reads both levels,
//     SessionStart and PostToolUse only the top one (copilot 1.0.102). VS Code
//     reads hookSpecificOutput (documented). Both get both.
//   - Exit 2 blocks a tool call but hides stderr: the reason has to be in an
//     object on stdout as well. Exit 2 does not block a prompt, an object does
//     (copilot 1.0.102).
//   - A timeout and anything on stdout but one JSON object let the call run
//     (copilot 1.0.102).
//   - systemMessage is read nowhere. A warning at the start reaches the person
//     only by exit 2 with the warning on stderr; the context on stdout still
//     reaches the model (copilot 1.0.102).
//   - permissionRequest reads exit 2 as a denial, so it is never judged
//     (copilot 1.0.102).
//   - A subagent's calls carry its own session id and the parent's in
//     parentAgentId; it has no session start (copilot 1.0.102).
//   - preMcpToolCall names server and tool exactly but blocks nothing, neither by
//     a deny object nor by exit 2 (copilot 1.0.102), so it is not judged.
//   - An @file in the prompt of -p pulls no file in (copilot 1.0.102).
//   - "*" as the matcher of a camelCase hook makes the client skip the hook
//     (copilot 1.0.102), so there is none.
package copilot
