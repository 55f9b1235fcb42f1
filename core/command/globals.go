package command

import (
	"slices"
	"strings"
)

// globalRow lists the global options of a program that take a value as the
// next word. Other words that start with "-" are flags.
type globalRow struct {
	program string
	values  []string
}

// globals is sorted by program. A name with a blank is a subcommand that has
// subcommands of its own.
var globals = []globalRow{
	{"adb", []string{"-s", "-t", "-H", "-P", "-L"}},
	{"apk", []string{"-p", "--root", "-X", "--repository", "--arch", "--keys-dir", "--repositories-file", "--wait", "--cache-dir"}},
	{"apt", []string{"-o", "--option", "-c", "--config-file", "-t", "--target-release", "-a", "--host-architecture"}},
	{"apt-get", []string{"-o", "--option", "-c", "--config-file", "-t", "--target-release", "-a", "--host-architecture"}},
	{"aptitude", []string{"-o", "-t", "--target-release", "-F", "-w"}},
	{"aws", []string{"--profile", "--region", "--output", "--endpoint-url", "--query", "--color", "--ca-bundle", "--cli-read-timeout", "--cli-connect-timeout"}},
	{"az", []string{"-o", "--output", "--query", "--subscription"}},
	{"brew", nil},
	{"bun", []string{"--cwd", "-c", "--config", "--env-file"}},
	{"bundle", []string{"--gemfile", "-r", "--retry"}},
	{"cargo", []string{"-C", "--config", "-Z", "--color", "--manifest-path", "--target-dir"}},
	{"composer", []string{"-d", "--working-dir"}},
	{"conda", nil},
	{"ctr", []string{"-n", "--namespace", "-a", "--address", "--timeout", "--connect-timeout"}},
	{"deno", []string{"-L", "--log-level"}},
	{"dnf", []string{"-c", "--config", "-e", "-d", "-x", "--exclude", "--enablerepo", "--disablerepo", "--repo", "--repoid", "--installroot", "--releasever", "--setopt", "--forcearch"}},
	{"docker", []string{"--config", "-c", "--context", "-H", "--host", "-l", "--log-level", "--tlscacert", "--tlscert", "--tlskey"}},
	{"docker compose", []string{"-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory", "--ansi", "--parallel", "--progress"}},
	{"docker-compose", []string{"-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory", "--ansi", "--parallel", "-H", "--host", "-c", "--context"}},
	{"doppler", []string{"-t", "--token", "--config-dir", "--configuration", "--scope"}},
	{"fly", []string{"-t", "--access-token"}},
	{"flyctl", []string{"-t", "--access-token"}},
	{"gcloud", []string{"--project", "--account", "--configuration", "--format", "--verbosity", "--impersonate-service-account", "--billing-project", "--access-token-file", "--flags-file", "--flatten", "--trace-token"}},
	{"gh", []string{"-R", "--repo", "--hostname"}},
	{"git", []string{"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--list-cmds", "--attr-source"}},
	{"gmake", []string{"-C", "--directory", "-f", "--file", "--makefile", "-I", "--include-dir", "-o", "--old-file", "-W", "--what-if"}},
	{"go", []string{"-C"}},
	{"gradle", []string{"-p", "--project-dir", "-b", "-c", "-g", "-I", "--init-script", "-x", "--exclude-task"}},
	{"hatch", []string{"-e", "--env", "-p", "--project", "--data-dir", "--cache-dir", "--config"}},
	{"helm", []string{"-n", "--namespace", "--kube-context", "--kubeconfig", "--kube-apiserver", "--kube-token", "--registry-config", "--repository-config", "--repository-cache"}},
	{"heroku", nil},
	{"hg", []string{"-R", "--repository", "--cwd", "--config", "--encoding"}},
	{"ip", []string{"-f", "-family", "-n", "-netns", "-b", "-batch", "-rc", "-rcvbuf", "-l", "-loops"}},
	{"jj", []string{"-R", "--repository", "--at-operation", "--config", "--config-file", "--color"}},
	{"journalctl", []string{"-u", "--unit", "-n", "--lines", "-S", "--since", "-U", "--until", "-p", "-o", "-t", "-D", "-M", "-b"}},
	{"just", []string{"-f", "--justfile", "-d", "--working-directory", "--set", "--shell", "--shell-arg", "--dotenv-path"}},
	{"kubectl", []string{"-n", "--namespace", "--context", "--cluster", "--user", "--kubeconfig", "-s", "--server", "--token", "--as", "--as-group", "--request-timeout", "-v", "--v", "--certificate-authority", "--client-certificate", "--client-key", "--cache-dir", "--tls-server-name", "--username", "--password"}},
	{"launchctl", nil},
	{"lxc", []string{"--project"}},
	{"make", []string{"-C", "--directory", "-f", "--file", "--makefile", "-I", "--include-dir", "-o", "--old-file", "-W", "--what-if"}},
	{"minikube", []string{"-p", "--profile", "-b", "--bootstrapper", "-v"}},
	{"mise", []string{"-C", "--cd", "-E", "--env", "-j", "--jobs"}},
	{"mvn", []string{"-f", "--file", "-P", "-s", "--settings", "-pl", "-T"}},
	{"nerdctl", []string{"-n", "--namespace", "-a", "--address", "-H", "--host", "--snapshotter", "--data-root"}},
	{"nerdctl compose", []string{"-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory"}},
	{"ninja", []string{"-C", "-f", "-j", "-k", "-l", "-d", "-t", "-w"}},
	{"nix", []string{"--option", "--extra-experimental-features", "--experimental-features", "--log-format", "-I"}},
	{"npm", []string{"--prefix", "-C", "-w", "--workspace", "--registry", "--userconfig", "--loglevel", "--cache"}},
	{"nx", nil},
	{"oc", []string{"-n", "--namespace", "--context", "--cluster", "--user", "--kubeconfig", "-s", "--server", "--token", "--as", "--as-group", "--request-timeout"}},
	{"op", []string{"--account", "--config", "--format", "--session"}},
	{"pip", []string{"--python", "--log", "--proxy", "--retries", "--timeout", "--exists-action", "--trusted-host", "--cert", "--client-cert", "--cache-dir"}},
	{"pip3", []string{"--python", "--log", "--proxy", "--retries", "--timeout", "--exists-action", "--trusted-host", "--cert", "--client-cert", "--cache-dir"}},
	{"pipenv", []string{"--python"}},
	{"pnpm", []string{"-C", "--dir", "-F", "--filter", "--filter-prod", "--reporter", "--loglevel", "--registry"}},
	{"podman", []string{"--connection", "-c", "--url", "--identity", "--log-level", "--root", "--runroot", "--storage-driver", "--storage-opt", "--cgroup-manager", "--runtime", "--events-backend"}},
	{"podman compose", []string{"-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory"}},
	{"podman-compose", []string{"-f", "--file", "-p", "--project-name", "--profile", "--env-file"}},
	{"poetry", []string{"-C", "--directory", "-P", "--project"}},
	{"pulumi", []string{"-C", "--cwd", "-s", "--stack", "--color", "--verbose"}},
	{"rclone", []string{"--config", "--log-file", "--log-level", "--transfers", "--checkers"}},
	{"redis-cli", []string{"-h", "-p", "-a", "-n", "-u", "-s", "--user", "--pass", "-i", "-r"}},
	{"restic", []string{"-r", "--repo", "-p", "--password-file", "--password-command", "-o", "--cache-dir"}},
	{"rustup", nil},
	{"snap", nil},
	{"supabase", []string{"--workdir", "--profile", "--network-id"}},
	{"svn", []string{"--username", "--password", "--config-dir", "--config-option"}},
	{"systemctl", []string{"-H", "--host", "-M", "--machine", "-t", "--type", "-p", "--property", "-n", "--lines", "-o", "--output", "-s", "--signal", "--root", "--state"}},
	{"task", []string{"-d", "--dir", "-t", "--taskfile", "-o", "--output", "-C", "--concurrency"}},
	{"terraform", []string{"-chdir"}},
	{"tmux", []string{"-f", "-L", "-S", "-T", "-c"}},
	{"tofu", []string{"-chdir"}},
	{"uv", []string{"--directory", "--project", "--config-file", "--cache-dir", "--color", "--python-preference", "--allow-insecure-host", "-p", "--python"}},
	{"vagrant", nil},
	{"vault", nil},
	{"vercel", []string{"--cwd", "-t", "--token", "-S", "--scope", "-A", "--local-config", "-Q", "--global-config", "-T", "--team"}},
	{"wrangler", []string{"-c", "--config", "-e", "--env", "--cwd"}},
	{"yarn", []string{"--cwd", "--registry", "--cache-folder", "--modules-folder", "--use-yarnrc", "--mutex"}},
	{"yum", []string{"-c", "--config", "-x", "--exclude", "--enablerepo", "--disablerepo", "--installroot", "--releasever", "--setopt"}},
	{"zypper", []string{"-R", "--root", "-c", "--config", "-D", "--reposd-dir"}},
}

// subcommand is the index of the first word behind the global options.
func subcommand(program string, args []Word) int {
	return skipGlobals(program, len(args), func(i int) string { return args[i].Value })
}

func subcommandAt(program string, args []field) int {
	return skipGlobals(program, len(args), func(i int) string { return args[i].Value })
}

func skipGlobals(program string, n int, word func(int) string) int {
	var takes []string
	if i, ok := slices.BinarySearchFunc(globals, program, func(r globalRow, name string) int { return strings.Compare(r.program, name) }); ok {
		takes = globals[i].values
	}
	for i := 0; i < n; i++ {
		switch v := word(i); {
		case v == "--":
			return i + 1
		case program == "cargo" && strings.HasPrefix(v, "+"): // cargo +nightly build
		case len(v) < 2 || v[0] != '-':
			return i
		case slices.Contains(takes, v):
			i++
		}
	}
	return n
}
