package cli

// The texts of installations that are not one person's.

const (
	usageInstallManaged = `usage: %s install --managed [--print [--os linux|darwin|windows]] [--managed-only] [--policy DIR] [--yes]

Puts the hook into the client's own files for administrators, and this binary
where nobody else can write. Needs the administrator (sudo); with --print the
files are printed for device management and nothing is written. Other settings
in those files stay; a file as it was is kept beside it as .tempa-backup.
--managed-only also tells the client to run no other hooks, where it has such a
setting. --policy makes a built policy that of this machine. --root DIR is the
machine's root directory, for images. docs/managed.md says what each client's
form covers and what it does not.
Exit status: 0 done or nothing to do, 2 not done.
`
	usageUninstallManaged = `usage: %s uninstall --managed [--yes]

Takes the hook lines out of the client's files for administrators. What pins
hooks on stays, and so do the binary and the policy.
Exit status: 0 done or nothing to do, 2 not done.
`
	usageInstallRepo = `usage: %s install --repo --bundle DIR --bundle-key KEY [--binary FILE]... [--yes]

Writes hooks into this repository for an agent that runs in the cloud, where
nothing can be installed: the hook file, the signed bundle, and a script that
runs the hook binary only when its digest is one of those pinned. --binary is a
Linux hook binary whose digest is pinned, once for each kind of processor;
without it that is this binary. docs/managed.md says how the binary arrives.
Exit status: 0 done, 2 not done.
`
	usageAttest = `usage: %s attest [--no-training | --withdraw] [--yes]

Keeps your confirmation that your account's data is not used for training, for
an organisation that wants one. Switch training off first. Without a flag it
says what was confirmed. Exit status: 0 done, 1 nothing was confirmed, 2 not
done.
`
)

const (
	textNotManaged = `%s has no files of an administrator; use the plugin or "%s install", and let device management put its files into place`
	textManagedAsk = `This puts the Tempa hook of %s into place for every user of this machine:
  %s
Other settings in those files stay. A file as it is now is kept beside it.`
	textManagedDone = `Installed for every user of %s:
  %s
Next: a policy for this machine belongs in %[4]s (--policy DIR); "%[3]s doctor" checks the installation. docs/managed.md says what it does not cover.
`
	textManagedGone = `The hook lines of the administrator's installation for %s are gone. Agents are then guarded only by a person's own installation.
`
	textManagedPrint = `# %s on %s, for device management. Owner root; files 0644, folders 0755, nothing
# that a group or everybody may write: clients skip such files in silence.
# The hook binary (0755) belongs at
#   %s
`

	textRepoAsk = `This writes hooks for the cloud agent into this repository:
  %s
Hooks of others there stay.`
	textRepoDone = `Written: %s
The bundle (version %d) holds until %s; put a new one in by running this again.

Next:
1. Make the hook binary arrive. Either let the agent's setup fetch it, in
   .github/workflows/copilot-setup-steps.yml behind the checkout:

      - run: sh %[4]s --fetch "$TEMPA_URL"
        env:
          TEMPA_URL: # where your release of %[5]s for Linux lies

   or copy it to %[6]s and commit it.
2. Commit what was written, on the default branch.
Until the binary is there, every tool call of the agent is denied.
`
	textRepoNone   = "%s has no agent that runs hooks from a repository"
	textRepoModule = "the bundle has custom rules (%s), which a cloud agent cannot run; build it without them"
	textRepoSoon   = "Note: the bundle expires in less than %d days.\n"

	textAttestAsk = `You confirm, for your organisation, that the data of the accounts you use with
coding agents is not used for training: you have switched that off yourself.`
	textAttested    = "Confirmed on %s: no data is used for training. It counts from the next session on.\n"
	textNotAttested = "Nothing was confirmed. \"%s attest --no-training\" does.\n"
	textWithdrawn   = "The confirmation is withdrawn. It counts from the next session on.\n"
)
