// Package antigravity is the dialect of Google Antigravity: the agy CLI, the
// App and the IDE. What this client does differently, each with the version it
// was seen on:
//
//   - A payload has no event name, so the hook line gives it as --event.
//   - Every answer is JSON with exit 0. What a failing hook does differs
//     between versions, and where it blocks, the model reads no reason
//     (1.5.2). {} before a tool call is a deny without one (1.0.3 to 1.0.15),
//     so no opinion is {"decision":"allow"}, which grants nothing (1.1.2, 1.2.7,
//     1.5.2).
//   - force_ask always prompts; ask is silenced by an earlier "always allow"
//     (1.1.2). In agy -p nothing can prompt: the call is denied without Tempa's
//     reason and the run ends (1.5.2).
//   - The first model call of a turn is where a prompt can be stopped. Its text
//     is in lastUserInput on 1.5.2 and absent on 1.2.7: then there is nothing
//     to judge.
//   - 1.5.2 takes errorMessage and systemMessage as steps to inject; older
//     versions know ephemeralMessage only (1.1.21, 1.2.7), and a key a version
//     does not know may void the answer. So the newer form needs the version.
//   - invocationNum and executionNum start at 0 again in every turn (1.5.2);
//     the turn is told by a digest of initialNumSteps and lastUserInput.
//   - workspacePaths is empty in agy -p without --add-dir (1.2.7). Then there
//     is no directory: never the home.
//   - Arguments can be JSON text inside their string (transcripts of 1.0.10, the
//     hook's input on 1.0.x): both readings are judged where they differ.
//   - send_command_input, and manage_task with send_input, type into a running
//     shell.
//   - MCP tools are called through call_mcp_tool, with the server's own names;
//     a plugin's server has the plugin's name in front, so that Tempa's own is
//     tempa_tempa (1.5.2).
//   - PostToolUse takes no answer, has no result and may lack the call; there
//     is no end of a session (1.1.20 to 1.5.2).
//
// The files below testdata/payloads are shapes out of published captures and
// the documentation, with neutral values.
package antigravity
