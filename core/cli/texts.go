package cli

// The texts of the commands for people stand here and in texts_managed.go. They
// say what happened, what it means, and the next step. A finding of doctor
// stands beside its check; docs/doctor.md explains it.

import (
	"fmt"
	"strings"
)

func (r *run) usage() string {
	info := r.dialect.Info()
	var b strings.Builder
	fmt.Fprintf(&b, "%s is the Tempa hook of %s: it decides what the agent may do.\n\n", info.Program, info.Title)
	for _, c := range commands {
		fmt.Fprintf(&b, "  %s %-10s %s\n", info.Program, c.name, c.summary)
	}
	fmt.Fprintf(&b, "  %s %-10s %s\n", info.Program, "hook", "answer one event on stdin (the client calls this)")
	fmt.Fprintf(&b, "\n`%s COMMAND -h` tells more about a command.\n", info.Program)
	return b.String()
}

const (
	usageInstall = `usage: %[1]s install [--repair] [--yes]
       %[1]s install --managed …   for every user of this machine
       %[1]s install --repo …      in a repository, for an agent in the cloud (Copilot)

Puts the hook into the client's user-level settings and a copy of this binary
into ~/.tempa/bin, with the companion "tempa" when it lies beside it. Hooks of
your own stay; the file as it was is kept beside it as .tempa-backup. Asks for a
typed yes unless --yes is given.
--repair mends what doctor found in an installation that is there: lines of
Tempa that differ, the binary, modes. It installs nothing anew.
-h behind --managed or --repo tells about those forms.
Exit status: 0 done or nothing to do, 1 --repair found no installation, 2 not
done.
`
	usageUninstall = `usage: %[1]s uninstall [--managed] [--yes]

Takes the hook out of the client's user-level settings. The policy in ~/.tempa
and the binary stay. --managed takes out the administrator's installation.
Exit status: 0 done or nothing to do, 2 not done.
`
	usageInit = `usage: %s init [--from DIR] [--state DIR] [--yes] [--force]

Writes a local policy: the built-in starter profile, or with --from a folder
that "tempa-admin bundle build" has built. It holds for every client whose hook
is installed, needs no server, and is a seat belt, not a boundary: whoever can
write the folder can change it. A policy that is there is replaced only with
--force. Exit status: 0 done, 2 not done.
`
	usageExplain = `usage: %s explain [--json] [--state DIR] [--bundle DIR --bundle-key KEY] [--powershell] -- 'COMMAND'

Says what Tempa decides about a shell command, which commands it found in it,
and which rule decided. Nothing is run. Exit status: 0 whatever the decision,
2 when there is no policy to ask or the command was not understood.
`
	usageDoctor = `usage: %s doctor [--json] [--state DIR] [--bundle DIR --bundle-key KEY]

Checks what is installed and where, which version of the client and of Tempa,
what switches hooks off, whether the client calls the hook, and which policy is
in force. Changes nothing and runs nothing; "tempa doctor --prove" tries the
hook lines. Exit status: 0 all is well, 1 something is wrong. docs/doctor.md
explains every finding.
`
	usageRender = `usage: %s render [--diff] [--state DIR] [--bundle DIR --bundle-key KEY]

Writes the policy's standards, skills, commands, agents and permissions into the
repository around the working directory, as the start of a session does, and
removes what the policy has dropped. Your own files stay as they are and are
named. --diff shows what would change and writes nothing.
Exit status: 0 done, or nothing to do; 2 not done.
`
	usageStatus = `usage: %s status [--json] [--state DIR] [--bundle DIR --bundle-key KEY]

Says which policy is in force. Exit status: 0 there is one, 1 there is none.
`
	usageVersion = `usage: %s version [--json]

Prints the versions of this binary and of its core. Binaries with the same core
version make the same decisions.
`
)

const (
	textInstallAsk = `This puts the Tempa hook of %s into
  %s
and a copy of this binary, with "tempa" where it lies beside it, at
  %s
Your own hooks there stay. The file as it is now is kept beside it.`
	textInstalled = `Installed for %s: %s
Next: "%[3]s init" writes a policy if there is none yet, "%[3]s doctor" checks that the client calls the hook.
`
	// For a client that skips hooks nobody approved.
	textApprove          = "Then approve the hooks inside %s: until then it skips them in silence. \"%s doctor\" says whether they are.\n"
	textInstalledAlready = "Already installed for %s: %s\n"
	textRepairAsk        = "This mends the installation:\n  %s\nHooks of others stay."
	textRepaired         = "Mended:\n  %s\nNext: \"%s doctor\" looks again.\n"
	textRepairNothing    = "Nothing to mend. What else \"%s doctor\" says is for you to change.\n"
	textRepairNone       = "Nothing is installed for you here, so there is nothing to mend.\nNext: \"%s install\" puts the hook in.\n"
	textUninstallAsk     = `This takes the Tempa hook of %s out of
  %s
The agent is then unguarded.`
	textUninstalled  = "Uninstalled: %s\nThe policy in ~/.tempa and the binary are still there; remove the folder if you want neither.\n"
	textNotInstalled = "Nothing to do: Tempa is not in %s\n"
	textInitAsk      = `This writes the policy %q into
  %s
It holds for every client whose Tempa hook is installed.`
	textInitDone = `Wrote the policy %q into %s
Next: "%[3]s explain -- 'rm -rf ~'" shows a decision, "%[3]s install" puts the hook into the client.
`
	textRenderedAlready = "%s: everything is as the policy has it\n"
	textNoPolicy        = `There is no policy: every call that is not a read asks.
Next: "%s init" writes the starter policy.
`
	textInitThere = "there is a policy in %s already; --force replaces it"
)
