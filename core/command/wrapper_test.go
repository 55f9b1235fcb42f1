package command

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// reaches is a line, the chain through which its last command is reached, and
// that command.
type reaches struct{ line, via, command string }

func testReaches(t *testing.T, tests []reaches) {
	t.Helper()
	for _, test := range tests {
		an := Analyse(test.line, Env{Home: "/home/dev"})
		if len(an.Unresolved) > 0 {
			t.Errorf("%s: unresolved %q", test.line, an.Unresolved[0].Construct)
		}
		found := false
		for _, c := range an.Commands {
			one := shown(Analysis{Commands: []Command{c}})
			found = found || one == test.command && strings.Join(c.Via, ", ") == test.via
		}
		if !found {
			t.Errorf("%s\n got  %s\n want %s via %s", test.line, withVia(an), test.command, test.via)
		}
	}
}

func withVia(an Analysis) string {
	var out []string
	for _, c := range an.Commands {
		out = append(out, strings.Join(c.Via, ", ")+": "+shown(Analysis{Commands: []Command{c}}))
	}
	return strings.Join(out, " | ")
}

func TestWrappers(t *testing.T) {
	testReaches(t, []reaches{
		{`sudo rm x`, "sudo", "rm x"},
		{`sudo -u build -H -- rm -r x`, "sudo", "rm -r x"},
		{`sudo -uroot -nE A=b rm x`, "sudo", "rm x"},
		{`sudo --user=root rm x`, "sudo", "rm x"},
		{`sudo --us root rm x`, "sudo", "rm x"},
		{`sudo --unheard of rm x`, "sudo", "of rm x"},
		{`sudo --unheard of rm x`, "sudo", "rm x"},
		{`sudo -i rm x`, "sudo", "rm x"},
		{`doas -u a rm x`, "doas", "rm x"},
		{`sudo env -u A nohup nice -n 5 rm x`, "sudo, env, nohup, nice", "rm x"},
		{`env -S'rm -r ./cache'`, "env", "rm -r ./cache"},
		{`env -i A=b -u C rm x`, "env", "rm x"},
		{`env -iS 'A=b rm' x`, "env", "rm x"},
		{`timeout -k 2 --signal=KILL 9 rm x`, "timeout", "rm x"},
		{`time -p rm x`, "time", "rm x"},
		{`/usr/bin/time -f %e rm x`, "time", "rm x"},
		{`nice -5 rm x`, "nice", "rm x"},
		{`ionice -c2 -n 7 rm x`, "ionice", "rm x"},
		{`chrt -b 0 rm x`, "chrt", "rm x"},
		{`stdbuf -oL -e 0 rm x`, "stdbuf", "rm x"},
		{`setsid -f rm x`, "setsid", "rm x"},
		{`taskset -c 0-3 rm x`, "taskset", "rm x"},
		{`numactl -N 0 rm x`, "numactl", "rm x"},
		{`prlimit --nofile=10 rm x`, "prlimit", "rm x"},
		{`cgexec -g cpu:a rm x`, "cgexec", "rm x"},
		{`strace -f -o t rm x`, "strace", "rm x"},
		{`ltrace -o t rm x`, "ltrace", "rm x"},
		{`gdb --args rm x`, "gdb", "rm x"},
		{`gdb -batch -ex 'shell rm x'`, "gdb -ex", "rm x"},
		{`perf stat -e a rm x`, "perf stat", "rm x"},
		{`valgrind --tool=x rm x`, "valgrind", "rm x"},
		{`hyperfine -w 3 'rm x' 'ls y'`, "hyperfine", "rm x"},
		{`hyperfine --prepare 'rm x' 'ls y'`, "hyperfine --prepare", "rm x"},
		{`exec -a n rm x`, "exec", "rm x"},
		{`command rm x`, "command", "rm x"},
		{`builtin command rm x`, "builtin, command", "rm x"},
		{`noglob rm x`, "noglob", "rm x"},
		{`watch -n 1 'rm x; ls'`, "watch", "rm x"},
		{`watch rm x`, "watch", "rm x"},
		{`script -qc 'rm x' /dev/null`, "script -c", "rm x"},
		{`script -q /dev/null rm x`, "script", "rm x"},
		{`flock /tmp/l rm x`, "flock", "rm x"},
		{`flock -w 3 /tmp/l -c 'rm x'`, "flock -c", "rm x"},
		{`su - user -c 'rm x'`, "su -c", "rm x"},
		{`su -c 'rm x'`, "su -c", "rm x"},
		{`runuser -u a -- rm x`, "runuser", "rm x"},
		{`runuser a -c 'rm x'`, "runuser -c", "rm x"},
		{`busybox rm x`, "busybox", "rm x"},
		{`busybox sh -c 'rm x'`, "busybox, sh -c", "rm x"},
		{`chroot /mnt rm x`, "chroot", "rm x"},
		{`unshare -m rm x`, "unshare", "rm x"},
		{`nsenter -t 1 -m rm x`, "nsenter", "rm x"},
		{`systemd-run --user -p A=b rm x`, "systemd-run", "rm x"},
		{`pkexec --user a rm x`, "pkexec", "rm x"},
		{`entr -r rm x`, "entr", "rm x"},
		{`tmux new-session -d -s a 'rm x'`, "tmux new-session", "rm x"},
		{`tmux send-keys -t a 'rm x' Enter`, "tmux send-keys", "rm x Enter"},
		{`screen -dm rm x`, "screen", "rm x"},
		{`caffeinate -i rm x`, "caffeinate", "rm x"},
		{`xvfb-run -a rm x`, "xvfb-run", "rm x"},
	})
}

func TestFinders(t *testing.T) {
	testReaches(t, []reaches{
		{`find . -name '*.o' -exec rm {} +`, "find -exec", "rm ./…"},
		{`find a b -execdir rm {} \;`, "find -execdir", "rm ./…"},
		{`find a b -ok rm {} ';'`, "find -ok", "rm a/… b/…"},
		{`find -exec ls {} \; -exec rm -r {} \;`, "find -exec", "rm -r ./…"},
		{`find / -exec sh -c 'rm "$1"' _ {} \;`, "find -exec, sh -c", "rm /…"},
		{`find . -exec sh -c 'rm {}' \;`, "find -exec, sh -c", "rm …"},
		{`find . -name x -delete`, "", "find . -name x -delete"},
		{`fd -e o -x rm`, "fd -x", "rm"},
		{`fd -X rm -r {}`, "fd -X", "rm -r ./…"},
		{`fd a --exec rm {/}`, "fd --exec", "rm ./…"},
		{`xargs rm -r < f`, "xargs", "rm -r"},
		{`ls | xargs -0 -n 1 -P4 rm -r`, "xargs", "rm -r"},
		{`ls | xargs -I % rm -r %/a`, "xargs", "rm -r …/a"},
		{`echo a b | xargs rm`, "xargs", "rm a b"},
		{`echo a | xargs -I{} sh -c 'rm {}'`, "xargs, sh -c", "rm a"},
		{`parallel rm ::: a b`, "parallel", "rm b"},
		{`parallel -j4 'rm -r {}/x' ::: a`, "parallel", "rm -r a/x"},
		{`parallel ::: 'rm x' ls`, "parallel", "rm x"},
		{`ls | parallel rm {}`, "parallel", "rm …"},
	})
	for line, opaque := range map[string]bool{`xargs rm < f`: true, `echo a | xargs rm`: false, `find . -exec rm {} +`: true, `sudo rm x`: false} {
		cmds := Analyse(line, Env{}).Commands
		if got := cmds[len(cmds)-1].Opaque; got != opaque {
			t.Errorf("%s: opaque %v", line, got)
		}
	}
}

func TestRemote(t *testing.T) {
	tests := []reaches{
		{`ssh build1 'rm -r /srv/cache'`, "ssh", "rm -r /srv/cache"},
		{`ssh -p 22 -i k u@h rm a b`, "ssh", "rm a b"},
		{`ssh h 'cd a && rm b'`, "ssh", "rm b"},
		{`docker exec -it -u root c rm x`, "docker exec", "rm x"},
		{`docker --context a exec c sh -c 'rm x'`, "docker exec, sh -c", "rm x"},
		{`docker run --rm -v a:b -e C=d image rm x`, "docker run", "rm x"},
		{`docker run --entrypoint rm image -rf x`, "docker run", "rm -rf x"},
		{`docker compose -f a exec web rm x`, "docker compose exec", "rm x"},
		{`podman container exec c rm x`, "podman container exec", "rm x"},
		{`kubectl -n a exec -it pod -c b -- rm x`, "kubectl exec", "rm x"},
		{`kubectl exec pod -- sh -c 'rm x'`, "kubectl exec, sh -c", "rm x"},
		{`oc exec pod -- rm x`, "oc exec", "rm x"},
		{`kubectl run a --image=b --command -- rm x`, "kubectl run", "rm x"},
		{`nerdctl exec c rm x`, "nerdctl exec", "rm x"},
		{`vagrant ssh -c 'rm x'`, "vagrant ssh -c", "rm x"},
		{`gcloud compute ssh h --command='rm x'`, "gcloud compute ssh --command", "rm x"},
	}
	testReaches(t, tests)
	for _, test := range tests {
		for _, c := range Analyse(test.line, Env{}).Commands {
			if local := len(c.Via) == 0; c.Remote == local {
				t.Errorf("%s: %s remote %v", test.line, c.Program, c.Remote)
			}
		}
	}
	testReaches(t, []reaches{
		{`ssh -o ProxyCommand='rm x' h`, "ssh -o ProxyCommand", "rm x"},
		{`ssh -oLocalCommand='rm x' h`, "ssh -o LocalCommand", "rm x"},
	})
}

func TestRunners(t *testing.T) {
	testReaches(t, []reaches{
		{`npx rimraf x`, "npx", "rimraf x"},
		{`npx -y -p a rimraf x`, "npx", "rimraf x"},
		{`npx -c 'rm x'`, "npx -c", "rm x"},
		{`npm exec -- rm x`, "npm exec", "rm x"},
		{`npm exec -c 'rm x'`, "npm exec -c", "rm x"},
		{`pnpm -C a dlx rimraf x`, "pnpm dlx", "rimraf x"},
		{`yarn dlx rimraf x`, "yarn dlx", "rimraf x"},
		{`bunx rimraf x`, "bunx", "rimraf x"},
		{`bun x rimraf x`, "bun x", "rimraf x"},
		{`bundle exec rm x`, "bundle exec", "rm x"},
		{`poetry -C a run rm x`, "poetry run", "rm x"},
		{`uv run --with a rm x`, "uv run", "rm x"},
		{`uv run python -c 'print(1)'`, "uv run", "python -c print(1)"},
		{`uvx rm x`, "uvx", "rm x"},
		{`pipx run rm x`, "pipx run", "rm x"},
		{`conda run -n a --no-capture-output rm x`, "conda run", "rm x"},
		{`rbenv exec rm x`, "rbenv exec", "rm x"},
		{`mise exec node@20 -- rm x`, "mise exec", "rm x"},
		{`direnv exec . rm x`, "direnv exec", "rm x"},
		{`dotenv -f a -- rm x`, "dotenv", "rm x"},
		{`dotenv run -- rm x`, "dotenv run", "rm x"},
		{`op run --env-file=a -- rm x`, "op run", "rm x"},
		{`aws-vault exec prof -- rm x`, "aws-vault exec", "rm x"},
		{`doppler run -p a -- rm x`, "doppler run", "rm x"},
		{`doppler run --command 'rm x; ls'`, "doppler run --command", "rm x"},
		{`nix-shell -p a --run 'rm x'`, "nix-shell --run", "rm x"},
		{`nix develop -c rm x`, "nix develop", "rm x"},
		{`cross-env A=b rm x`, "cross-env", "rm x"},
		{`concurrently 'rm x' 'ls'`, "concurrently", "rm x"},
		{`nodemon --exec 'rm x'`, "nodemon --exec", "rm x"},
		{`cargo watch -s 'rm x'`, "cargo watch -s", "rm x"},
		{`go test -exec 'rm x' ./...`, "go test -exec", "rm x"},
		{`rustup run nightly rm x`, "rustup run", "rm x"},
		{`hatch run rm x`, "hatch run", "rm x"},
	})
}

func TestCarriers(t *testing.T) {
	testReaches(t, []reaches{
		{`tar cIf 'rm x' a b`, "tar -I", "rm x"},
		{`tar cfI a 'rm x' b`, "tar -I", "rm x"},
		{`tar -I 'rm x' -cf a b`, "tar -I", "rm x"},
		{`tar --use-compress-program='rm x' -cf a b`, "tar --use-compress-program", "rm x"},
		{`tar cf a -T <(echo '--checkpoint-action=exec="rm x"')`, "tar -T, tar --checkpoint-action", "rm x"},
		{`printf -- '--to-command="rm x"\na\n' | tar xf a --files-from=-`, "tar --files-from, tar --to-command", "rm x"},
		{`sqlite3 a.db '.shell rm x'`, "sqlite3 shell", "rm x"},
		{`sqlite3 a.db '.system rm x'`, "sqlite3 shell", "rm x"},
		{`sqlite3 a.db '.read |rm x'`, "sqlite3 shell", "rm x"},
		{`sqlite3 a.db ".read '|rm x'"`, "sqlite3 shell", "rm x"},
		{`sqlite3 a.db '.import "|rm x" t'`, "sqlite3 shell", "rm x"},
		{`echo '.shell rm x' > q; sqlite3 a.db '.read q'`, "sqlite3 shell", "rm x"},
		{`echo '.shell rm x' > q; sqlite3 a.db '.read "./q"'`, "sqlite3 shell", "rm x"},
		{`hatch run test:rm x`, "hatch run", "rm x"},
		{`hatch run +py=3.12 +os=linux rm x`, "hatch run", "rm x"},
		{`hatch -e test run rm x`, "hatch run", "rm x"},
		{`hatch env run -e test -- rm x`, "hatch env run", "rm x"},
		{`hatch run 'rm x'`, "hatch run", "rm x"},
		{`aws ssm send-command --parameters commands='rm x'`, "aws ssm send-command", "rm x"},
		{`aws ssm send-command --parameters commands=ls,'rm x'`, "aws ssm send-command", "rm x"},
		{`aws --region r ssm send-command --parameters 'commands=["ls","rm x"]'`, "aws ssm send-command", "rm x"},
		{`aws ssm send-command --parameters '{"workingDirectory": ["/a"], "commands": ["rm x"]}'`, "aws ssm send-command", "rm x"},
		{`aws ssm send-command --parameters='{"commands": ["bash -c \"rm x\""]}'`, "aws ssm send-command, bash -c", "rm x"},
		{`aws ssm start-session --target i --parameters command='rm x'`, "aws ssm start-session", "rm x"},
		{`aws ssm send-command --parameters '{"workingDirectory": ["/command"], "commands": ["rm x"]}'`, "aws ssm send-command", "rm x"},
		{`aws ssm send-command --cli-input-json '{"Parameters": {"commands": ["rm x"]}}'`, "aws ssm send-command", "rm x"},
		{`aws ecs execute-command --task t --interactive --command 'rm x'`, "aws ecs execute-command --command", "rm x"},
		{`autossh -M 0 h rm x`, "autossh", "rm x"},
		{`bun exec 'rm x'`, "bun exec", "rm x"},
		{`npm pkg set scripts.x='rm x' name=y`, "npm script", "rm x"},
		{`npm set-script x 'rm x'`, "npm set-script", "rm x"},
		{`tmux if-shell true 'run-shell "rm x"'`, "tmux, tmux run-shell", "rm x"},
		{`tmux set -g status-right 'a #(rm x) b'`, "tmux", "rm x"},
		{`mysql --pager='rm x' -e 'select 1'`, "mysql --pager", "rm x"},
		{`mysql -e 'pager rm x'`, "mysql shell", "rm x"},
		{`mysql -e '\P rm x'`, "mysql shell", "rm x"},
		{`psql -c '\g|rm x'`, "psql shell", "rm x"},
		{"psql <<< '\\set a `rm x`'", "psql program", "rm x"},
		{`psql -c 'COPY t FROM PROGRAM  $a$rm x$a$'`, "psql program", "rm x"},
		{`psql -c "COPY t TO PROGRAM E'rm x'"`, "psql program", "rm x"},
		{`sqlite3 a.db '.import --csv "|rm x" t'`, "sqlite3 shell", "rm x"},
		{`sqlite3 a.db '.once -x |rm x'`, "sqlite3 shell", "rm x"},
		{`TAR_OPTIONS='--to-command="rm x"' tar xf a`, "tar --to-command", "rm x"},
		{`env PAGER='rm x' man a`, "env", "rm x"},
		{`sudo GIT_SSH_COMMAND='rm x' git fetch`, "sudo", "rm x"},
		{`env -S "EDITOR='rm x' git commit"`, "env", "rm x"},
		{`env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.a GIT_CONFIG_VALUE_0='!rm x' git a`, "env, git alias.a", "rm x"},
		{`env 'BASH_FUNC_ls%%=() { rm x; }' bash -c ls`, "env", "rm x"},
		{`env a.b=1 rm x`, "env", "rm x"},
		{`declare 'a[$(rm x)]=1'`, "", "rm x"},
		{`LESS='-R +!rm x' less a`, "", "rm x"},
		{`LESS='+|$rm x' git log`, "", "rm x"},
		{`export MORE='+!rm x'`, "", "rm x"},
		{`PAGER='rm x' git log`, "", "rm x"},
		{`GIT_PAGER='rm x' git log`, "", "rm x"},
		{`EDITOR='rm x' git commit`, "", "rm x"},
		{`LESSOPEN='|rm x' less a`, "", "rm x"},
		{`git -c alias.x='!rm y' x`, "git alias.x", "rm y"},
		{`git -c alias.x='push --force' x`, "git alias.x", "git push --force"},
		{`git -c core.pager='rm y' log`, "git core.pager", "rm y"},
		{`git -c core.sshCommand='rm y' fetch`, "git core.sshcommand", "rm y"},
		{`git -C a -c core.fsmonitor='rm y' status`, "git core.fsmonitor", "rm y"},
		{`git config --global alias.x '!rm y'`, "git alias.x", "rm y"},
		{`git config core.editor 'rm y'`, "git core.editor", "rm y"},
		{`git clone -c core.sshCommand='rm y' u`, "git core.sshcommand", "rm y"},
		{`git bisect run rm y`, "git bisect run", "rm y"},
		{`git submodule foreach --recursive 'rm y; ls'`, "git submodule foreach", "rm y"},
		{`git rebase -i -x 'rm y' main`, "git rebase -x", "rm y"},
		{`git rebase --exec='rm y' main`, "git rebase --exec", "rm y"},
		{`git filter-branch --tree-filter 'rm y' HEAD`, "git filter-branch --tree-filter", "rm y"},
		{`git clone 'ext::rm y'`, "git ext::", "rm y"},
		{`git difftool -x 'rm y'`, "git difftool -x", "rm y"},
		{`tar cf a --checkpoint=1 --checkpoint-action=exec='rm y' b`, "tar --checkpoint-action", "rm y"},
		{`tar xf a --to-command='rm y'`, "tar --to-command", "rm y"},
		{`tar -I 'rm y' -xf a`, "tar -I", "rm y"},
		{`rsync -e 'rm y' a b:`, "rsync -e", "rm y"},
		{`rsync -av --rsh='rm y' a b:`, "rsync --rsh", "rm y"},
		{`vim -c '!rm y' f`, "vim -c", "rm y"},
		{`vim +'silent !rm y' f`, "vim -c", "rm y"},
		{`nvim --cmd ':!rm y'`, "nvim -c", "rm y"},
		{`socat TCP-LISTEN:1 EXEC:'rm y'`, "socat EXEC", "rm y"},
		{`ncat -e '/bin/rm y' h 1`, "ncat -e", "rm y"},
		{`nc h 1 -c 'rm y'`, "nc -c", "rm y"},
		{`rg --pre 'rm y' a`, "rg --pre", "rm y"},
		{`sort --compress-program='rm y' f`, "sort --compress-program", "rm y"},
		{`split --filter='rm y' f`, "split --filter", "rm y"},
		{`man -P 'rm y' ls`, "man -P", "rm y"},
		{`sed '1e rm y' f`, "sed e", "rm y"},
		{`sed -n -e p -e '/a\/b/e rm y' f`, "sed e", "rm y"},
	})
	for _, line := range []string{`sed 's/x/y/e' f`, `sed 's,a,b,gpe' f`, `sed e f`} {
		if an := Analyse(line, Env{}); len(an.Unresolved) != 1 {
			t.Errorf("%s: %s", line, shown(an))
		}
	}
	for _, line := range []string{`sed -i 's/deny/allow/' f`, `sed -n '/re/p;$!d' f`, `sed 'y/abc/def/' f`, `sed '/e/d; a text e' f`, `sed -e 's/e/e/g' f`, `sed '1,/end/{s/a/b/;}' f`, `git -c core.pager= log`, `git -c user.name=x commit`, `vim f`, `tar czf a b`, `rsync -av a b`} {
		if an := Analyse(line, Env{}); len(an.Unresolved) != 0 || len(an.Commands) != 1 {
			t.Errorf("%s: %s", line, shown(an))
		}
	}
}

func TestTextIsNoCommand(t *testing.T) {
	for _, line := range []string{
		`echo rm -rf x`, `printf 'rm %s' x`, `git commit -m 'rm -rf'`, `grep -r 'rm -rf' .`, `git log -1 --oneline --format='$(rm)'`, `echo "use sudo rm"`,
		`command -v rm`, `which rm`, `man rm`, `sudo -l`, `sudo -v`, `type rm`, `docker exec --help`, `kubectl get pods`, `npm run build`, `docker build -t a .`,
		`ssh-keygen -t ed25519`, `git stash push -m 'rm x'`, `awk '{print $1}' f`, `jq '.a | rm' f`, `xargs`, `env`, `nohup`, `gh pr create --body 'rm -rf'`,
		`docker run -d -p 80:80 nginx`, `docker ps -a`, `docker compose up -d`, `helm upgrade --install a b -n c`, `go build ./... `, `make -j4 test`, `cargo build --release`,
		`pip install -r requirements.txt`, `brew install rm-improved`, `python3 -m http.server`, `dd if=in.img of=/dev/null bs=1M`,
		`tar tf a.tar`, `tar czf a.tgz -T names`, `tar cf a --files-from - < names`, `sqlite3 a.db '.read schema.sql'`, `sqlite3 a.db '.import data.csv t'`,
		`hatch shell`, `hatch env show`, `hatch build`, `aws ssm describe-instance-information`, `aws ssm get-parameter --name command`, `LESS=-FRX git log`, `LESS='+/text' less f`,
	} {
		an := Analyse(line, Env{Home: "/home/dev"})
		if len(an.Commands) != 1 || len(an.Unresolved) != 0 {
			t.Errorf("%s: %s", line, shown(an))
		}
	}
}

func TestSubcommand(t *testing.T) {
	for line, want := range map[string]string{
		`git -C d -c k=v push`:                        "push",
		`git --no-pager --git-dir=x push origin main`: "push",
		`git --git-dir x push`:                        "push",
		`docker --context x -H y ps`:                  "ps",
		`kubectl -n x --context y delete pod`:         "delete",
		`kubectl --namespace=x delete pod`:            "delete",
		`npm --prefix a run build`:                    "run",
		`cargo +nightly --color always build`:         "build",
		`go -C a test`:                                "test",
		`aws --profile p --region r s3 rm`:            "s3",
		`gcloud --project p compute ssh`:              "compute",
		`terraform -chdir=a destroy`:                  "destroy",
		`gh -R o/r pr merge`:                          "pr",
		`systemctl --user -H h stop a`:                "stop",
		`apt-get -y -o a=b install c`:                 "install",
		`helm --kube-context c uninstall a`:           "uninstall",
		`pip --proxy p install a`:                     "install",
		`uv --directory d pip install a`:              "pip",
		`git`:                                         "",
		`git --version`:                               "",
		`ls -l a`:                                     "a",
		`fly -t x deploy`:                             "deploy",
		`env git -c a=b reset`:                        "reset",
		`brew -v install a`:                           "install",
		`yarn --cwd a add b`:                          "add",
		`poetry -C a add b`:                           "add",
		`podman --connection c rm -f d`:               "rm",
		`make -C d clean`:                             "clean",
		`journalctl -u a --vacuum-time=1s`:            "",
		`git -c alias.x=push -- push`:                 "push",
		`docker compose -f a.yml down -v`:             "compose",
		`az --subscription s group delete`:            "group",
		`vercel --token t rm a`:                       "rm",
		`flyctl --access-token t apps destroy a`:      "apps",
		`dnf -y --enablerepo r remove a`:              "remove",
		`pnpm --filter a add b`:                       "add",
		`cargo -C a -Z b publish`:                     "publish",
		`nerdctl -n k8s rmi a`:                        "rmi",
		`oc -n a delete b`:                            "delete",
		`hg -R a push`:                                "push",
		`svn --username a commit`:                     "commit",
		`tofu -chdir=a apply`:                         "apply",
		`rclone --config a sync b c`:                  "sync",
		`redis-cli -h a -p 1 flushall`:                "flushall",
		`restic -r a forget`:                          "forget",
		`composer -d a install`:                       "install",
		`jj -R a git push`:                            "git",
		`mise -C a install`:                           "install",
	} {
		cmds := Analyse(line, Env{}).Commands
		c := cmds[len(cmds)-1]
		if strings.HasPrefix(line, "git -c alias") {
			c = cmds[0]
		}
		got := ""
		if c.Sub < len(c.Args) {
			got = c.Args[c.Sub].Value
		}
		if got != want {
			t.Errorf("%s: subcommand %q, want %q", line, got, want)
		}
	}
	if !slices.IsSortedFunc(globals, func(a, b globalRow) int { return strings.Compare(a.program, b.program) }) {
		t.Error("globals is not sorted")
	}
	if !slices.IsSorted(commandVariables) {
		t.Error("commandVariables is not sorted")
	}
}

func TestInline(t *testing.T) {
	for line, want := range map[string]string{
		`python -c 'print(1)'`:                   "python print(1)",
		`python3.11 -Iuc 'print(1)' a`:           "python print(1)",
		`python3 <<'E'` + "\nprint(1)\nE":        "python print(1)\n",
		`python3 - a <<'E'` + "\nprint(1)\nE":    "python print(1)\n",
		`python3 script.py -c x`:                 "",
		`python -m pytest -c x`:                  "",
		`perl -pi -e 's/a/b/' f`:                 "perl s/a/b/",
		`perl -lane 'print' f`:                   "perl print",
		`perl -MFoo -e1`:                         "perl 1",
		`ruby -rjson -e 'p 1'`:                   "ruby p 1",
		`node -e 'x()'`:                          "node x()",
		`node --eval='x()'`:                      "node x()",
		`node -p 1+1`:                            "node 1+1",
		`node script.js -e x`:                    "",
		`php -r 'x();'`:                          "php x();",
		`lua -e 'x()'`:                           "lua x()",
		`deno eval 'x()'`:                        "node x()",
		`bun -e 'x()'`:                           "node x()",
		`awk -F: -v a=b 'BEGIN{system(y)}' f`:    "awk BEGIN{system(y)}",
		`awk -f prog f`:                          "",
		`gawk -e 'BEGIN{}'`:                      "awk BEGIN{}",
		`sed -n -e 1p -e 2p f`:                   "sed 1p\n2p",
		`sed 's/a/b/' f`:                         "sed s/a/b/",
		`sed -i.bak s/a/b/ f`:                    "sed s/a/b/",
		`sed -f x f`:                             "",
		`osascript -e 'tell'`:                    "applescript tell",
		`psql -d a -c 'drop database b'`:         "sql drop database b",
		`mysql -uroot -ppw -e 'drop database b'`: "sql drop database b",
		`sqlite3 f 'drop table a'`:               "sql drop table a",
		`emacs --batch --eval '(x)'`:             "elisp (x)",
		`uv run python -c 'x'`:                   "python x",
		`docker exec c python -c 'x'`:            "python x",
		`echo 'print(1)' | python3`:              "python print(1)\n",
	} {
		cmds := Analyse(line, Env{}).Commands
		c := cmds[len(cmds)-1]
		if got := strings.TrimPrefix(c.Inline+" "+c.Code, " "); got != want {
			t.Errorf("%s: inline %q, want %q", line, got, want)
		}
	}
}

func TestContext(t *testing.T) {
	for line, want := range map[string]string{
		`a | rm x`:                     "pipe, pipe-in",
		`rm x | a`:                     "pipe",
		`echo $(rm x)`:                 "substitution",
		`cat <(rm x)`:                  "process substitution",
		`f() { rm x; }; f`:             "function f",
		`f() { rm x; }`:                "function f",
		`trap 'rm x' EXIT`:             "trap",
		`alias a='rm x'`:               "alias",
		"bash <<'E'\nrm x\nE":          "here-document",
		"cat <<E\n$(rm x)\nE":          "here-document, substitution",
		`bash <<< 'rm x'`:              "here-string",
		`coproc rm x`:                  "coproc",
		`PROMPT_COMMAND='rm x'`:        "variable PROMPT_COMMAND",
		`rm x`:                         "",
		`echo $(echo $(rm x))`:         "substitution, substitution",
		`echo 'rm x' | sh`:             "pipe, pipe-in",
		`sudo rm x`:                    "",
		`f() { g; }; g() { rm x; }; f`: "function f, function g",
	} {
		found := ""
		for _, c := range Analyse(line, Env{}).Commands {
			if c.Program == "rm" {
				found = strings.Join(c.Context, ", ")
			}
		}
		if found != want {
			t.Errorf("%s: context %q, want %q", line, found, want)
		}
	}
}

func TestPolicyWrappers(t *testing.T) {
	env := Env{Wrappers: []Wrapper{{Names: []string{"corp-run"}, Values: []string{"--team"}, Skip: 1, Form: FormArgv, Remote: true}}}
	an := Analyse(`corp-run --team a host rm x`, env)
	if len(an.Commands) != 2 || an.Commands[1].Program != "rm" || !an.Commands[1].Remote || an.Commands[1].Via[0] != "corp-run" {
		t.Errorf("%s", withVia(an))
	}
}

func TestWordDetail(t *testing.T) {
	words := Analyse(`x a*b 'a*b' "$y"z $y *.go\* -- ~/q`, Env{Home: "/h"}).Commands[0].Args
	want := []Word{
		{Value: "a*b", Glob: true, Pattern: "a*b", Typed: "a*b"},
		{Value: "a*b", Pattern: `a\*b`, Typed: "'a*b'"},
		{Value: "\x00z", Dynamic: true, Pattern: "\x00z", Typed: `"$y"z`},
		{Value: "\x00", Dynamic: true, Pattern: "\x00", Typed: "$y"},
		{Value: "*.go*", Glob: true, Pattern: `*.go\*`, Typed: `*.go\*`},
		{Value: "--", Pattern: "--", Typed: "--"},
		{Value: "/h/q", Pattern: "/h/q", Typed: "~/q"},
	}
	if !slices.Equal(words, want) {
		t.Errorf("got  %+v\nwant %+v", words, want)
	}
}

func TestPositions(t *testing.T) {
	an := Analyse("ls\n  rm x && $y", Env{})
	if p := an.Commands[1].Pos; p != (Pos{5, 2, 3}) {
		t.Errorf("rm at %+v", p)
	}
	if p := an.Unresolved[0].Pos; p != (Pos{13, 2, 11}) {
		t.Errorf("$y at %+v", p)
	}
}

// Text that a program of its own language or settings hands to a shell.
func TestForeignText(t *testing.T) {
	testLines(t, []lineTest{
		{`make 'X=$(shell rm x)'`, `make X=$(shell rm x) | rm x`},
		{`make CC='rm x'`, `make CC=rm x | rm x`},
		{`make NAME='rm x'`, `make NAME=rm x`},
		{`CC="$X" make`, `make`},
		{`rpm --eval '%(rm x) %(id)'`, `rpm --eval %(rm x) %(id) | rm x | id`},
		{`sqlite3 x 'select ".shell rm"'`, `sqlite3 x select ".shell rm"`},
		{`sqlite3 x '.shell rm y'`, `sqlite3 x .shell rm y | rm y`},
		{`psql -c "select 1 \\! 2"`, `psql -c select 1 \! 2 | 2`},
		{`V='!rm x' git --config-env=alias.x=V x`, `git --config-env=alias.x=V x | rm x`},
		{`GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm x' git x`, `rm x | git x`},
		{`npm exec rm -- -rf x`, `npm exec rm -- -rf x | rm -rf x`},
		{`npm exec -- rm -- -rf x`, `npm exec -- rm -- -rf x | rm -rf x`},
		{`lxc exec c -- rm x`, `lxc exec c -- rm x | rm x`},
		{`fd -HIx rm`, `fd -HIx rm | rm`},
		{`fd -exrm`, `fd -exrm`},
		{`/lib64/ld-linux-x86-64.so.2 --library-path l /bin/rm x`, `ld-linux-x86-64.so.2 --library-path l /bin/rm x | rm x`},
		{`xterm -e 'rm x'`, `xterm -e rm x | rm x | rm x`},
		{`rails runner 'puts 1'`, `rails runner puts 1`},
	})
}

// What awk, sed and editors open and run by their own language.
func TestOwnLanguage(t *testing.T) {
	testLines(t, []lineTest{
		{`awk 'BEGIN{system("rm x")}'`, `awk BEGIN{system("rm x")} | rm x`},
		{`awk '{print | "sort -u"}' f`, `awk {print | "sort -u"} f | sort -u`},
		{`awk 'BEGIN{while(("date" | getline d) > 0) print d}'`, `awk BEGIN{while(("date" | getline d) > 0) print d} | date`},
		{`awk '{print |& "rm x"}'`, `awk {print |& "rm x"} | rm x`},
		{`awk 'BEGIN{print "system(\"rm x\")"}'`, `awk BEGIN{print "system(\"rm x\")"}`},
		{`awk '$1 == "a" || "rm x"'`, `awk $1 == "a" || "rm x"`},
		{`awk 'BEGIN{system("rm " x)}'`, `awk BEGIN{system("rm " x)}`},
	})
	for line, want := range map[string]string{
		`awk '{print > "/k/a"}'`:                             ">/k/a",
		`awk '{print $1 >> "a"}'`:                            ">a",
		`awk 'BEGIN{getline x < "/k/a"}'`:                    "</k/a",
		`awk 'BEGIN{while((getline l < "/k/a")>0) print l}'`: "</k/a",
		`sed -n 'r /k/a' f`:                                  "</k/a",
		`sed 's/a/b/w /k/a' f`:                               ">/k/a",
		`sed -e '1w /k/a' -e 's/w x/r y/' f`:                 ">/k/a",
		`sed 's/a/read me/' f`:                               "",
		`vim -c 'r ~/k' -c 'w! /k/a' -c q f`:                 "</home/u/k >/k/a",
		`ex -sc 'w /k/a' f`:                                  ">/k/a",
		`vim +12 f`:                                          "",
	} {
		var got []string
		for _, r := range Analyse(line, Env{Home: "/home/u"}).Commands[0].Redirs {
			got = append(got, r.Op+r.Target.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", line, got, want)
		}
	}
}

// What a shell is set up with, and the names that mktemp makes.
func TestSetups(t *testing.T) {
	testLines(t, []lineTest{
		{`eval "$(ssh-agent -s)"`, `ssh-agent -s | eval …`},
		{`source <(kubectl completion bash)`, `kubectl completion bash | source …`},
		{`eval "$(./direnv hook bash)"`, `direnv hook bash | eval … ?text of eval from $(./direnv hook bash)`},
		{`eval "$(kubectl get cm x)"`, `kubectl get cm x | eval … ?text of eval from $(kubectl get cm x)`},
		{`eval "$(ssh-agent -s; curl x)"`, `ssh-agent -s | curl x | eval … ?text of eval from $(ssh-agent -s; curl x)`},
		{`d=$(mktemp -d); rm -r "$d"`, `mktemp -d | : | rm -r /tmp/tmp.…`},
		{`d=$(mktemp -d -t a.XXXX); rm -r "$d/x"`, `mktemp -d -t a.XXXX | : | rm -r /tmp/a.…/x`},
		{`d=$(mktemp -d /var/tmp/aXX); rm -r $d`, `mktemp -d /var/tmp/aXX | : | rm -r /var/tmp/a…`},
		{`d=$(mktemp -d -p b); rm -r $d`, `mktemp -d -p b | : | rm -r b/tmp.…`},
		{`d=$(mktemp aXX); rm $d`, `mktemp aXX | : | rm a…`},
		{`d=$(mktemp -d); trap 'rm -r "$d"' EXIT`, `mktemp -d | : | trap rm -r "$d" EXIT | rm -r /tmp/tmp.…`},
		{`d=a; trap 'rm -r $d' EXIT; d=b`, `: | trap rm -r $d EXIT | rm -r a | rm -r … | :`},
		{`d=a; trap 'rm -r $d' EXIT; export "d=b"`, `: | trap rm -r $d EXIT | rm -r a | rm -r … | export d=b`},
		{`d=a; trap 'rm -r $d' EXIT; declare -n r=d; r=b`, `: | trap rm -r $d EXIT | rm -r a | rm -r … | declare -n r=d | :`},
		{`d=a; trap 'rm -r $d' EXIT; eval "d=b"`, `: | trap rm -r $d EXIT | rm -r a | rm -r … | eval d=b | :`},
		{`d=a; trap 'rm -r $d' EXIT; read d`, `: | trap rm -r $d EXIT | rm -r a | rm -r … | read d`},
		{`d=$(mktemp "$x"); rm $d`, `mktemp … | : | rm …`},
	})
}

// Where a text for sh means something else than in Bash, both are analysed.
func TestPlainShell(t *testing.T) {
	testLines(t, []lineTest{
		{`sh -c 'ls &> f rm x'`, `sh -c ls &> f rm x | rm x | ls rm x`},
		{`sh -c '((rm -rf * x))'`, `sh -c ((rm -rf * x)) | rm -rf * x`},
		{`bash -c '((rm -rf * x))'`, `bash -c ((rm -rf * x))`},
		{`sh -c '[[ -n a || rm ]]'`, `sh -c [[ -n a || rm ]] | rm`},
		{`sh -c 'x=rm; x+=q; $x y'`, `sh -c x=rm; x+=q; $x y | : | : | rm y | rmq y`},
		{`sh -c 'x=rm; declare x=ls; $x y'`, `sh -c x=rm; declare x=ls; $x y | : | declare x=ls | rm y | ls y`},
		{`make &> f`, `make`},
	})
}

// A comment ends at the end of its line, and quotes that shells or the parser
// read differently are told.
func TestMisread(t *testing.T) {
	testLines(t, []lineTest{
		{"ls #\\\nrm x", `ls | rm x`},
		{"ls # a\\\n#\\\nrm x", `ls | rm x`},
		{"$(ls #\\\nrm x)", "ls | rm x | … ?program name from $(ls #\\\\nrm x)"},
		{"echo 'a # \\\nrm x'", "echo a # \\\nrm x"},
		{"cat <<E\n# a\\\nrm x\nE", `cat`},
		{`echo "${x:-'}'}"`, `echo … | echo '}' ?a quoted brace that shells read differently`},
	})
	for _, line := range []string{"echo `echo \\`echo \\\\\\`rm x\\\\\\`\\``"} {
		if a := Analyse(line, Env{}); len(a.Unresolved) == 0 {
			t.Errorf("%s is resolved", line)
		}
	}
}

// Running a file that the line makes runs what the line put into it.
func TestMadeFiles(t *testing.T) {
	const fetched = "?a file that the line fetches or decodes and then runs"
	testLines(t, []lineTest{
		{`echo 'rm x' > f; sh f`, `echo rm x | sh f | rm x`},
		{`echo 'rm x' > f; . ./f`, `echo rm x | . ./f | rm x`},
		{`echo 'rm x' > d/f; chmod +x d/f; cd d; ./f`, `echo rm x | chmod +x d/f | cd d | f | f | rm x | rm x`},
		{"cat > f <<'E'\nrm x\nE\nbash f a", `cat | bash f a | rm x`},
		{`echo 'rm x' | tee f; sh f`, `echo rm x | tee f | sh f | rm x`},
		{`echo 'rm x' > f; cat f`, `echo rm x | cat f`},
		{"printf '#!/usr/bin/env python3\\nrm x\\n' > f; ./f", "printf #!/usr/bin/env python3\\nrm x\\n | f"},
		{`curl u > f; sh f`, `curl u | sh f ` + fetched},
		{`curl -fsSLo f u && ./f`, `curl -fsSLo f u | f ` + fetched},
		{`wget https://h/f.sh; bash f.sh`, `wget https://h/f.sh | bash f.sh ` + fetched},
		{`sed s/a/b/ x > f; sh f`, `sed s/a/b/ x | sh f`},
		{`cp /bin/rm x && ./x y`, `cp /bin/rm x | x y | rm y`},
		{`cat /bin/rm > x; chmod +x x; ./x y`, `cat /bin/rm | chmod +x x | x y | rm y`},
		{`cp a b; cp b a; ./a; ./b`, `cp a b | cp b a | a | b | b | a`},
		{`xargs sh -c`, `xargs sh -c | sh -c ?script of sh from words that are added`},
		{`echo 'rm x' | xargs -0 sh -c`, "echo rm x | xargs -0 sh -c | sh -c rm x\n | rm x"},
		{`git-push o`, `git-push o | git push o`},
		{`xargs bash -n`, `xargs bash -n | bash -n`},
		{`bash -nc 'rm x'`, `bash -nc rm x`},
		{`bash -inc 'rm x'`, `bash -inc rm x | rm x`},
		{`d=$(mktemp -d); trap 'rm "$d"' EXIT; "$d/x"`, `mktemp -d | : | trap rm "$d" EXIT | rm /tmp/tmp.… | x`},
	})
}

// Words that lead through a link of the line, folders of CDPATH, and output
// that can be told.
func TestLeads(t *testing.T) {
	for line, want := range map[string]string{
		`ln -s ~ x; cat x/k/a`:             `cat /home/u/k/a | cat x/k/a`,
		`ln -sfn .. d/x && cat < d/x/../k`: `cat <./../k | cat <d/x/../k`,
		`ln -s ~/k; cat k/*`:               `cat /home/u/k/* | cat k/*`,
		`ln a b; cat b/c`:                  `cat b/c`,
		`cat $(pwd)/../k`:                  `cat /home/u/w/../k`,
		`cat "$(dirname "$PWD")/k"`:        `cat /home/u/k`,
		`cat "$(basename ~/k/a.txt)"`:      `cat a.txt`,
		`cat /home/$(whoami)/k`:            `cat /home/u/k`,
		`BASH -c 'cat k'`:                  `cat k`,
	} {
		var got []string
		for _, c := range Analyse(line, Env{Home: "/home/u", Dir: "/home/u/w", User: "u"}).Commands {
			if c.Program != "cat" {
				continue
			}
			text := c.Program
			for _, w := range c.Args {
				text += " " + w.Value
			}
			for _, r := range c.Redirs {
				text += " " + r.Op + r.Target.Value
			}
			got = append(got, text)
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %s, want %s", line, strings.Join(got, " | "), want)
		}
	}
	for line, want := range map[string]string{
		`CDPATH=/x cd a && cat y`:    "a /x/a",
		`CDPATH=/x; cd a && cat y`:   "a /x/a",
		`CDPATH=/x; cd ./a && cat y`: "a",
	} {
		var dirs []string
		for _, c := range Analyse(line, Env{Dir: "/w"}).Commands {
			if c.Program == "cat" {
				dirs = append(dirs, c.Dir)
			}
		}
		if strings.Join(dirs, " ") != want {
			t.Errorf("%s: %v, want %s", line, dirs, want)
		}
	}
}

// What zsh and csh know besides.
func TestOtherShells(t *testing.T) {
	testLines(t, []lineTest{
		{`ls *(e:'rm x':)`, `rm x | ls *(e:'rm x':)`},
		{`ls *(.Ne{rm x})`, `rm x | ls *(.Ne{rm x})`},
		{`ls *(e'[rm x]')`, `rm x | ls *(e'[rm x]')`},
		{`ls *(+f)`, `f | ls *(+f)`},
		{`ls *(a|e)`, `ls *(a|e)`},
		{`zsh -c 'repeat 2 { rm x }'`, `zsh -c repeat 2 { rm x } | repeat 2 { rm x } | { rm x } | rm x }`},
		{`zsh -c 'emulate sh -c "rm x"'`, `zsh -c emulate sh -c "rm x" | emulate sh -c rm x | rm x`},
		{`zargs -- a b -- rm`, `zargs -- a b -- rm | rm`},
		{`zf_rm x`, `zf_rm x | rm x`},
		{`csh -c 'alias a rm; a x'`, `csh -c alias a rm; a x | alias a rm | rm | rm x | a x`},
	})
}

// Many files, links, qualifiers and commands of another language in one line
// cost no more than their length.
func TestManyCarriers(t *testing.T) {
	for name, line := range map[string]string{
		"redirections": "ls " + strings.Repeat("&> f x ", 6000),
		"qualifiers":   "ls " + strings.Repeat("*(e:ls:) ", 6000),
		"macros":       "rpm --eval '" + strings.Repeat("%(", 30000) + "'",
		"files":        strings.Repeat("echo ls > f; sh f; ", 2500),
		"copies":       strings.Repeat("cp ./a ./b; cp ./b ./c; cp ./c ./a; ", 10) + strings.Repeat("./a; ./b; ./c; ", 1000),
		"links":        strings.Repeat("ln -s a b; ", 40) + "cat " + strings.Repeat("b/x ", 10000),
		"awk":          "awk '" + strings.Repeat(`print | "ls"; `, 4000) + "'",
		"comments":     strings.Repeat("ls #\\\n", 9000),
	} {
		start := time.Now()
		Analyse(line, Env{Home: "/home/u"})
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}
