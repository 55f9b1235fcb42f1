package clients

// guarantee is a row of docs/clients.md: a sentence, and the stories that hold
// it.
type guarantee struct {
	id   string // as stories name it
	text string
	// simulated are the stories of testdata/script that hold it for Antigravity,
	// which has no client to install.
	simulated []string
	// instead says why a client plays no story of it.
	instead map[string]string
}

// twice is the guarantee that every story stands for that is played with two
// installations at once.
const twice = "twice"

// na stands where hooks need no approval of their own.
const na = "needs no approval"

// guarantees are in the order of the page.
var guarantees = []guarantee{
	{"start", "When a session starts, the model reads the policy, the person what there is to say, and the policy's texts stand where the client looks for them.", []string{"session_start", "session_start_person", "session_start_skips"}, nil},
	{"account", "A session with an account that the policy does not allow is told, asked about or blocked.", []string{"account_policy"}, nil},
	{"harmless", "A harmless call runs, and Tempa says nothing about it.", []string{"defer_silent", "starter_day"}, nil},
	{"deny", "A denied call does not run, in whatever spelling, and the model reads the reason and the policy's id.", []string{"deny_rm", "shell_wrapped", "shell_substitution"}, nil},
	{"grant", "Tempa grants nothing: what the client would refuse by itself is still refused.", []string{"allow_no_grant"}, map[string]string{"codex": "of a hook's answers only a deny counts"}},
	{"ask", "A call that needs a yes, with nobody there: it does not run, the model reads the way on, nothing hangs.", []string{"ask_push"}, nil},
	{"person", "A call that needs a yes, with a person at the terminal: the client asks; on a yes it runs, on a no it does not.", []string{"ask_attended"}, map[string]string{"codex": "a hook cannot ask: denied, unless the policy leaves it to a rule of the client's own (below)"}},
	{"write", "Files that the policy locks are not written, edited or patched, by tools or through the shell.", []string{"write_row", "patch_row", "write_outside"}, nil},
	{"read", "Files that the policy keeps back are not read, by tools or through the shell.", []string{"path_read_row", "read_outside"}, nil},
	{"prompt", "A prompt with a secret never reaches the model and is not printed again; nor does a file that a prompt pulls in against the policy.", []string{"prompt_tokens"}, nil},
	{"command", "A shell line inside a custom command is judged like a call.", nil, nil},
	{"mcp", "MCP tools are allowed, denied and asked about by their names, and a server that calls itself tempa is none of ours.", []string{"mcp_rule", "mcp_allowlist", "mcp_external"}, nil},
	{"subagent", "A subagent's call is judged like any other.", nil, nil},
	{"many", "Calls at once are all judged, in time, each by itself.", nil, nil},
	{"failure", "A tool that fails changes nothing.", []string{"event_silent"}, nil},
	{twice, "Two installations at once decide as one.", nil, nil},
	{"self", "The agent cannot switch Tempa off: by the client's commands, settings and environment, Tempa's files and binaries, uninstall or logout.", []string{"own_files", "own_hook_files", "own_commands"}, nil},
	{"repository", "A repository that comes with settings and an environment of its own switches nothing off.", []string{"environment_loosens"}, nil},
	{"broken", "The hook is killed, gone, not executable or for another machine: no call runs.", nil, nil},
	{"hanging", "The hook hangs: no call runs.", nil, nil},
	{"prompt-broken", "The hook of a prompt is killed or hangs: the prompt does not reach the model.", nil, nil},
	{"policy", "The policy is damaged or missing: no call runs without a person's yes.", []string{"bad_table", "bad_policy_file", "no_policy"}, nil},
	{"bundle", "The signed bundle is damaged, missing, expired, of another key or of a later format: no call runs.", []string{"bundle_changed", "bundle_age", "bundle_key"}, nil},
	{"state", "The rest of the state folder is damaged, its disk is full, or the companion is gone: decisions stay as they were.", []string{"state_damaged", "state_readonly"}, nil},
	{
		"trust", "Hooks that nobody has approved do not go unnoticed.", nil,
		map[string]string{"claudecode": na, "copilot": na, "gemini": na},
	},
}
