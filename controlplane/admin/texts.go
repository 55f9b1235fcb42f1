package admin

// All texts that tempa-admin says, except errors of a policy source.
//
// Rules: plain sentences; an error says what happened, what it means and the
// next step, in lower case behind "tempa-admin: "; usage lists every flag.

const usageMain = `tempa-admin writes policies for coding agents.

Usage:
  tempa-admin policy check SRC             look for rules that cannot be meant
  tempa-admin policy test SRC [FILE...]    compare decisions with *.cases.yaml
  tempa-admin policy build SRC [-o DIR]    compile every policy of a source
  tempa-admin bundle keygen FILE           make a signing key
  tempa-admin bundle build SRC -o DIR      compile one policy into a bundle
  tempa-admin bundle sign DIR --key FILE   sign a bundle again
  tempa-admin bundle verify DIR --key KEY  check a bundle completely
  tempa-admin version

SRC is a policy source: a folder with a tempa.yaml, or with a folder per tenant.
Add --help to a command for its flags.

Exit status: 0 done, 1 the answer is no (errors in a source, a decision that
differs, a finding, a bundle that is not good), 2 a wrong command line, 3 it
could not be done (a file cannot be read or written).
`

const usageSelect = `  --tenant NAME   which tenant's policy; where SRC has none, the name it gets
  --repo KEY      which repository's policy, such as github.com/acme/app
`

const usageCheck = `Usage: tempa-admin policy check SRC [--json]

Reads a policy source and reports errors with file and line, and findings:
rules that are shadowed, that never match or have no effect, that allow more
than another rule denies, and exceptions that have ended.

  --json          findings as JSON

Exit status: 0 nothing found, 1 something found.
`

const usageTest = `Usage: tempa-admin policy test SRC [FILE...] [flags]

Decides each case of the files (SRC/*.cases.yaml where none is named) as the
hooks do and compares. A case names a call and the decision that it wants:

  cases:
    - bash: git push --force origin main
      want: deny
      by: tempa/git/rewrite-protected
    - read: ~/.ssh/id_ed25519
      want: deny

Calls: bash, powershell, read, search, write, edit, fetch, mcp, tool.
Decisions: deny, ask, guidance, allow, defer; "pass" is any but deny and ask.

` + usageSelect + `  --json          results as JSON

Exit status: 0 all as wanted, 1 a decision differs.
`

const usagePolicyBuild = `Usage: tempa-admin policy build SRC [-o DIR] [flags]

Compiles every policy of a source. With -o it writes profile.json and
rules.table of each into DIR/<tenant>/<repository>; "_" is every repository,
and "%2F" stands for a slash.

  -o, --out DIR   where to write
  --tenant NAME   the name of the tenant where SRC has none
  --json          a summary as JSON
`

const usageKeygen = `Usage: tempa-admin bundle keygen FILE [--name NAME]

Writes a new private key into FILE (mode 0600, never over an existing file) and
prints the verifier string, which goes on hook lines as --bundle-key.

  --name NAME     the signer's name in the key (default "tempa")
`

const usageBundleBuild = `Usage: tempa-admin bundle build SRC -o DIR [flags]

Compiles one policy of a source into a bundle. Without --key the bundle is not
signed: "tempa-<client> init --from DIR" loads it, a hook line does not.

  -o, --out DIR   the bundle's folder; holds nothing else
  --key FILE      the private key to sign with
` + usageSelect + `  --days N        days until the signature expires (default 90)
  --built-at TIME build time, RFC 3339, which is the version (default now)
  --json          what was built as JSON
`

const usageSign = `Usage: tempa-admin bundle sign DIR --key FILE [flags]

Signs the files of a built bundle with a new version and a new expiry.

  --key FILE      the private key to sign with
  --days N        days until the signature expires (default 90)
  --built-at TIME the time that becomes the version, RFC 3339 (default now)
  --json          what was signed as JSON
`

const usageVerify = `Usage: tempa-admin bundle verify DIR --key KEY [--json]

Checks everything: signature, expiry, the digest of every file, that nothing
else lies in the folder, and that profile and rule table can be read.

  --key KEY       the verifier string that keygen printed
  --json          what the signature says as JSON

Exit status: 0 good, 1 not to be used.
`

const (
	textNoCommand   = "no command; see tempa-admin --help"
	textUnknown     = "there is no command %q; see tempa-admin --help"
	textSource      = "name one policy source: the folder that holds tempa.yaml"
	textFolder      = "name one folder: the bundle's"
	textKeyFile     = "name one file: where the private key goes"
	textNoOut       = "-o is missing: name the folder that the bundle goes into"
	textNoKeyFile   = "--key is missing: name the file of the private key that keygen wrote"
	textExists      = "%s exists and is not overwritten: a key that is lost cannot be made again; choose another name"
	textNoKey       = "there is no key file %s; `tempa-admin bundle keygen %s` makes one and prints its verifier string"
	textKeyMode     = "warning: %s can be read by others; run: chmod 600 %s"
	textForeign     = "%s holds %s, which is no part of a bundle; choose an empty folder for -o"
	textChoose      = "%s holds %d policies; choose one with --tenant and --repo:"
	textNoTarget    = "%s holds no policy of tenant %q; it has:"
	textKeyName     = "--name %q cannot stand in a key; use a word without spaces and plus signs"
	textDays        = "--days %d: a bundle expires after 1 to 3650 days"
	textBuiltAt     = "--built-at %q is not a time such as 2026-11-30T09:00:00Z"
	textCompiled    = "compiled %s: %s\n"
	textBuilt       = "built %s: %s\n"
	textSigned      = "signed %s: %s, version %d, valid until %s\n"
	textUnsigned    = "not signed: load it with tempa-<client> init --from %s\n"
	textGood        = "%s is good: %s, version %d, valid until %s\n"
	textExpiresSoon = "warning: it expires in %d days; build and sign it again"
	textNothing     = "nothing found in %s\n"
	textNoCases     = "%s holds no *.cases.yaml; name the files, or write one beside tempa.yaml"
	textAllCases    = "%s as wanted\n"
	textSomeCases   = "%s differ\n"
)
