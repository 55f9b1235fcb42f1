// Package gemini is the dialect of the Gemini CLI. What this client does
// differently, each with the version it was seen on:
//
//   - Its events have names of their own: BeforeTool, AfterTool, BeforeAgent,
//     AfterAgent. AfterModel fires once per streamed chunk and PreCompress
//     before every model request (gemini-cli 0.61.0): neither is subscribed to.
//   - A deny is {"decision":"deny","reason":…} at the top level. Context before
//     a call never reaches the model, so guidance stands behind the reason; it
//     is dropped beside a deny after a call too (0.61.0).
//   - allow is no objection and no grant: the policy engine still decides
//     (0.61.0). It carries no reason, because the client shows the model the
//     reasons of all hooks when another one denies.
//   - ask opens the client's own confirmation, which shows systemMessage and
//     not reason (0.61.0). For the shell it is silently an allow in 0.36.0 and
//     0.37.2 and real from 0.38.0, so there is no ask below that.
//   - ask is ignored for an MCP server that the person trusts, which the
//     payload does not tell, and for a built-in skill (0.61.0): there is none.
//   - ask in a run without a person hangs for ever (0.61.0), and the payload
//     does not tell such a run apart. An ask can also lift a deny of the
//     person's own policy engine (0.61.0): it is then that person who says yes.
//   - Exit 2 blocks by its text alone: without text, or with text that parses
//     as JSON, the tool runs (0.61.0). Exit 0 with text on stderr is shown to
//     the person, so no opinion is silent there as well.
//   - mcp_context names the server and the tool. The name mcp_<server>_<tool>
//     can be cut in several places, has its characters replaced, and above 63
//     characters its middle (0.61.0).
//   - The session's context stands in front of the first prompt as
//     <hook_context>…</hook_context> in a run without a terminal (0.61.0), so
//     that Tempa would search its own summary for secrets. Files named by @ are
//     already expanded into the prompt.
//   - Paths are as the model wrote them, relative to cwd; the shell has a
//     directory of its own in dir_path (0.61.0).
//   - A payload has neither a call id nor a version; a subagent's calls have no
//     mark (0.61.0). Failed commands are no error, the text says the exit code.
package gemini
