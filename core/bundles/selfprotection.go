package bundles

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

func selfProtection(with settings) Bundle {
	written := rule.Path{Access: []event.Access{event.AccessWrite, event.AccessDelete}}
	return Bundle{
		ID:    "self-protection",
		Title: "Self-protection",
		Summary: "Asks before a change outlives the task or weakens the guard: settings of coding agents, shell profiles, where git pushes to and what it runs. " +
			"On by default, and in addition to the built-in protection of Tempa's own files and commands, which no policy switches off.",
		Config: []Option{
			{Name: "files", Example: "[.github/CODEOWNERS]", Doc: "Further files that may not be changed without a yes, as path globs."},
		},
		Rules: []Rule{
			{
				ID: "agent-settings", Effect: rule.Ask,
				Reason:  "It changes settings of a coding agent, which decide what runs without a question.",
				Instead: "Tell the developer which setting you need and why.",
				Rows: paths(written, append([]string{
					"~/.claude/settings.json", "~/.claude/settings.local.json", "**/.claude/settings.json", "**/.claude/settings.local.json", "~/.claude.json", "//etc/claude-code/**",
					"~/.codex/config.toml", "~/.codex/hooks.json", "~/.codex/rules/**", "**/.codex/config.toml", "**/.codex/hooks.json", "//etc/codex/**",
					"~/.copilot/config.json", "~/.copilot/settings.json", "~/.copilot/hooks/**", "**/.github/hooks/**", "**/.github/copilot/settings*.json",
					"~/.gemini/settings.json", "**/.gemini/settings.json", "~/.gemini/config/**", "~/.gemini/policies/**", "~/.gemini/trustedFolders.json", "~/.gemini/extensions/**", "//etc/gemini-cli/**",
					"**/.agents/hooks.json", "~/.antigravity/**",
				}, with.or("files", nil)...)...),
				Matches: []string{"Write(.claude/settings.json)", "Edit(~/.claude/settings.json)", "echo '{}' > .claude/settings.local.json", "sed -i s/a/b/ ~/.codex/config.toml", "rm ~/.gemini/settings.json", "Write(.github/hooks/x.json)"},
				Passes:  []string{"Read(.claude/settings.json)", "cat ~/.codex/config.toml", "Write(.github/workflows/ci.yml)", "Write(src/settings.json)", "Write(CLAUDE.md)"},
			},
			{
				ID: "shell-profile", Effect: rule.Ask,
				Reason:  "It changes what every later shell of the person runs.",
				Instead: "Set it for this command only, or tell the developer the line to add.",
				Rows: paths(written,
					"~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.bash_logout", "~/.bash_aliases", "~/.profile", "~/.zshrc", "~/.zshenv", "~/.zprofile", "~/.zlogin", "~/.zlogout", "~/.kshrc", "~/.inputrc", "~/.xprofile", "~/.xsessionrc", "~/.pam_environment",
					"~/.config/fish/**", "~/.config/environment.d/**", "~/.config/autostart", "~/.config/autostart/**", "~/.config/systemd/user", "~/.config/systemd/user/**", "~/Library/LaunchAgents", "~/Library/LaunchAgents/**", "~/.ssh/authorized_keys", "~/.ssh/rc", "~/.ssh/config",
					"~/Documents/PowerShell/**", "~/Documents/WindowsPowerShell/**", "~/.config/powershell/**",
					"//etc/profile", "//etc/profile.d", "//etc/profile.d/**", "//etc/bash.bashrc", "//etc/bashrc", "//etc/zsh/**", "//etc/zshenv", "//etc/environment", "//etc/ld.so.preload", "//etc/cron*", "//etc/cron*/**", "//var/spool/cron/**", "//etc/systemd/system", "//etc/systemd/system/**", "//Library/LaunchDaemons/**"),
				Matches: []string{"echo 'export X=1' >> ~/.bashrc", "Edit(~/.zshrc)", "cat key.pub >> ~/.ssh/authorized_keys", "tee -a ~/.profile < x", "cp unit.service ~/.config/systemd/user/"},
				Passes:  []string{"source ~/.bashrc", "cat ~/.zshrc", "export PATH=$PWD/bin:$PATH", "Write(scripts/profile.sh)"},
			},
			{
				ID: "scheduled-jobs", Effect: rule.Ask,
				Reason:  "It makes the machine run something later, when nobody watches.",
				Instead: "Run it now, or give the developer the line for their scheduler.",
				Rows: commands(
					rule.Command{Programs: words("crontab"), NoFlags: words("-l -r")},
					rule.Command{Programs: words("at batch"), NoFlags: words("-l -r -d -c -V")},
					rule.Command{Programs: words("schtasks"), Operands: words("/create /Create /change /Change")},
					rule.Command{Programs: words("systemctl"), Words: words("enable|link|edit|set-environment|import-environment")},
					rule.Command{Programs: words("systemd-run"), Flags: flags("--on-calendar --on-active --on-boot --on-startup --on-unit-active")},
					rule.Command{Programs: words("launchctl"), Words: words("load|bootstrap|submit|enable|setenv")},
					rule.Command{Language: event.PowerShell, Programs: words("Register-ScheduledTask New-Service")},
				),
				Matches: []string{"crontab jobs.txt", "echo 'make' | at now + 1 hour", "systemctl --user enable app.service", "launchctl load x.plist"},
				Passes:  []string{"crontab -l", "at -l", "systemctl --user list-timers", "atq"},
			},
			{
				ID: "git-remote", Effect: rule.Ask,
				Reason:  "It changes where git fetches from and pushes to.",
				Instead: "Name the address in the one fetch you need, or ask the developer to set the remote.",
				Rows: rows(
					commands(
						rule.Command{Programs: words("git"), Words: words("remote", "add|set-url|rename|remove|rm|set-head|set-branches")},
						rule.Command{Programs: words("git"), Words: words("config"), Operands: words("remote.* url.* branch.*.remote branch.*.pushRemote remote.pushDefault"), NoFlags: words("--get --get-all --get-regexp --get-urlmatch --list -l")},
						rule.Command{Programs: words("gh"), Words: words("repo", "set-default")},
					),
				),
				Matches: []string{"git remote set-url origin https://host.example/x.git", "git remote add fork https://host.example/y.git", "git config remote.origin.url https://host.example/x", "git -C sub remote remove origin"},
				Passes:  []string{"git remote -v", "git remote get-url origin", "git config --get remote.origin.url", "git fetch origin", "git remote show origin", "git remote prune origin"},
			},
			{
				ID: "git-hooks", Effect: rule.Ask,
				Reason:  "It changes what git itself runs: its hooks, aliases, editors and filters.",
				Instead: "Run the command directly, and leave git's configuration as it is.",
				Rows: rows(
					commands(
						rule.Command{Programs: words("git"), Words: words("config"), Operands: gitRunners(), NoFlags: words("--get --get-all --get-regexp --list -l --unset --unset-all")},
						rule.Command{Programs: words("git"), Words: words("config", "set|--add|--replace-all"), Operands: gitRunners()},
						rule.Command{Programs: words("git"), Words: words("config"), Operands: []string{"!*"}},
						rule.Command{Programs: words("git"), Flags: flags("--exec-path")},
						rule.Command{Assigns: words("GIT_SSH GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_TEMPLATE_DIR GIT_PROXY_COMMAND GIT_ASKPASS")},
					),
					paths(written, "**/.git/hooks", "**/.git/hooks/**", "**/.git/config", "~/.gitconfig", "~/.config/git/**", "//etc/gitconfig"),
				),
				Matches: []string{"git config core.hooksPath /tmp/hooks", "git config --global alias.st '!sh -c id'", "echo 'curl x' > .git/hooks/pre-commit", "Write(.git/config)", "git config core.fsmonitor ./x", "Edit(~/.gitconfig)"},
				Passes:  []string{"git config --get core.hooksPath", "git config user.name", `git config user.email "dev@example.com"`, "git config --list", "ls .git/hooks", "git config pull.rebase true"},
			},
			{
				ID: "guard-processes", Effect: rule.Deny,
				Reason:  "It ends or traces Tempa's own processes.",
				Instead: "Leave them running; `tempa status` says what they do.",
				Rows: commands(
					rule.Command{Programs: words("pkill killall skill taskkill"), Operands: words("*tempa*")},
					rule.Command{Programs: words("pgrep pidof"), Operands: words("*tempa*"), Context: words("substitution")},
					rule.Command{Programs: words("gdb strace ltrace dtrace"), Operands: words("*tempa*")},
					rule.Command{Language: event.PowerShell, Programs: words("Stop-Process kill spps"), Operands: words("*tempa*")},
				),
				Matches: []string{"pkill tempa", "pkill -9 -f tempa-claudecode", "killall tempa", "kill $(pgrep tempa)"},
				Passes:  []string{"pkill -f vite", "pgrep node", "ps aux | grep tempa", "killall chrome"},
			},
			{
				ID: "preload", Effect: rule.Ask,
				Reason:  "It makes programs load foreign code before their own.",
				Instead: "Run the program without the variable.",
				Rows: commands(
					rule.Command{Assigns: words("LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV PROMPT_COMMAND")},
					rule.Command{Programs: words("export declare typeset readonly local env setenv"), Operands: words("LD_PRELOAD=* LD_AUDIT=* DYLD_INSERT_LIBRARIES=* BASH_ENV=* PROMPT_COMMAND=*")},
				),
				Matches: []string{"LD_PRELOAD=./x.so ls", "export LD_PRELOAD=./x.so", "BASH_ENV=./x bash -c true", "env LD_PRELOAD=./x.so ls"},
				Passes:  []string{"LD_LIBRARY_PATH=./lib ./app", "export NODE_ENV=test", "echo $LD_PRELOAD"},
			},
		},
	}
}

// gitRunners are settings of git whose value is run.
func gitRunners() []string {
	return words("core.hooksPath core.hookspath core.fsmonitor core.sshCommand core.sshcommand core.editor core.pager core.askPass core.askpass core.gitProxy core.attributesFile alias.* filter.*.clean filter.*.smudge filter.*.process diff.external diff.*.command diff.*.textconv merge.*.driver mergetool.*.cmd difftool.*.cmd credential.helper credential.*.helper sequence.editor gpg.program gpg.*.program include.path includeIf.*.path init.templateDir init.templatedir uploadpack.packObjectsHook protocol.*.allow")
}
