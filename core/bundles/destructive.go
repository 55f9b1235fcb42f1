package bundles

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// devices are files that hold whole disks, partitions or volumes.
const devices = "/dev/sd* /dev/hd* /dev/vd* /dev/xvd* /dev/nvme* /dev/mmcblk* /dev/disk* /dev/rdisk* /dev/md* /dev/dm-* /dev/mapper/*"

func destructive(with settings) Bundle {
	return Bundle{
		ID:    "destructive",
		Title: "Destructive commands",
		Summary: "Stops what no undo brings back: broad removals, lost git history, formatted disks, deleted databases, clusters and cloud resources. " +
			"Removing build output, dependencies and temporary files below the project passes.",
		Config: []Option{{
			Name: "protect", Example: "[data, /srv/uploads]",
			Doc: "Further paths that a recursive removal or a move asks for.",
		}},
		Rules: concat(
			removals(with.or("protect", nil)),
			gitLosses(),
			disks(),
			fileLosses(),
			services(),
			systems(),
			inlineLosses(),
		),
	}
}

func concat(groups ...[]Rule) []Rule {
	var all []Rule
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// findTests are the tests that make a search of the project a narrow one.
const findTests = "-name -iname -path -ipath -wholename -regex -iregex -newer -mtime -mmin -ctime -cmin -atime -amin -size -empty -user -group -perm -maxdepth -inum -samefile"

func removals(protect []string) []Rule {
	recursive := flags("-r -R --recursive")
	return []Rule{
		{
			ID: "rm-system", Effect: rule.Deny,
			Reason:  "It removes the root, the home or a system directory with everything in it.",
			Instead: "Name the one directory that has to go, below the project or the temporary folder.",
			Rows: commands(
				rule.Command{Programs: words("rm"), Flags: recursive, Operands: words("@system")},
				rule.Command{Programs: words("rm"), Flags: flags("--no-preserve-root")},
			),
			Matches: []string{"rm -rf /", "rm -fr ~", `rm -r -f "$HOME"`, "rm -rf /*", "rm --recursive /etc", "rm -rf ~/*", "rm -rf --no-preserve-root x", "sudo rm -rf /usr"},
			Passes:  []string{"rm -rf node_modules dist build", "rm -rf ./tmp", "rm -rf /tmp/build-123", "rm -f app.log", `echo "rm -rf /"`, `git commit -m "explain rm -rf /"`},
		},
		{
			ID: "rm-broad", Effect: rule.Ask,
			Reason:  "It removes the whole directory it runs in or the one above it.",
			Instead: "Name the files or directories that have to go.",
			Rows: commands(
				rule.Command{Programs: words("rm"), Flags: recursive, Operands: words("@broad")},
			),
			Matches: []string{"rm -rf .", "rm -rf *", "rm -r ..", "rm -rf ./*", "rm -rf ../*", "cd sub && rm -rf ./"},
			Passes:  []string{"rm -rf build/*", "rm *.o", "rm -rf ./dist/.cache", "rm -r -- src/old"},
		},
		{
			ID: "rm-outside", Effect: rule.Ask,
			Reason:  "It removes a directory outside the project and the temporary folder.",
			Instead: "Keep to the project, or tell the developer which directory should go and why.",
			Rows: commands(
				rule.Command{Programs: words("rm"), Flags: recursive, Operands: append(words("@outside"), protect...)},
				rule.Command{Programs: words("mv"), Operands: append(words("@system"), protect...)},
			),
			Matches: []string{"rm -rf ~/Documents", "rm -r ../other-project", "rm -rf /var/lib/data", "mv ~ /tmp/x"},
			Passes:  []string{"rm -rf ./coverage", "rm -rf /tmp/work", "mv src/a.go src/b.go"},
		},
		{
			ID: "rm-unknown", Effect: rule.Ask,
			Reason:  "What it removes is only known while it runs, and an empty variable makes it broad.",
			Instead: "Write the directory out, or set the variable to a plain text in the same line.",
			Rows: commands(
				rule.Command{Programs: words("rm"), Flags: recursive, Operands: words("@unknown"), NotOperands: words("?/[A-Za-z0-9_]* ?/.[A-Za-z0-9_]* [A-Za-z0-9_]* ./?* /tmp/?*")},
				rule.Command{Programs: words("rm"), Flags: recursive, Operands: words("?/*..* ?/etc ?/usr ?/bin ?/lib ?/home ?/var ?/opt ?/root ?/srv ?/boot ?/Users ?/System ?/Library ?/home/* ?/Users/* ?/root/*")},
			),
			Matches: []string{`rm -rf "$DIR"`, `rm -rf "$DIR"/`, "rm -rf $DIR/*", "rm -rf $(cat list.txt)", `rm -rf "$DIR/etc"`, `rm -rf "$DIR/a/../.."`},
			Passes:  []string{`d=build; rm -rf "$d"`, "rm -rf build-{a,b}", `rm -rf "$OUT/cache"`, `for d in */; do rm -rf "$d/dist" "${d}out"; done`, `for d in build/*; do rm -rf "$d"; done`, `rm -rf "build/$NAME"`, `rm -rf "/tmp/$NAME"`, `find . -name __pycache__ -exec rm -rf {} +`, `rm -r "$TMPDIR/demo-cache"`, `echo "$DIR"`},
		},
		{
			ID: "rm-git", Effect: rule.Ask,
			Reason:  "It removes the repository's history, unpushed commits and stashes included.",
			Instead: "Leave .git alone; a fresh clone beside it does the same job.",
			Rows:    paths(rule.Path{Access: []event.Access{event.AccessDelete}, Except: []string{"**/.git/*.lock", "**/.git/**/*.lock"}}, "**/.git", "**/.git/objects", "**/.git/refs"),
			Matches: []string{"rm -rf .git", "rm -rf ./.git", "cd lib && rm -rf .git", "mv .git /tmp/x"},
			Passes:  []string{"rm -rf .github/cache", "rm .gitignore", "rm -f .git/index.lock"},
		},
		{
			ID: "find-delete", Effect: rule.Ask,
			Reason:  "It removes everything that a search of a broad directory finds.",
			Instead: "Search the directory that matters, with -name, and list the files before removing them.",
			Rows: commands(
				rule.Command{Programs: words("find"), Flags: flags("-delete"), Operands: words("@system .. ../*")},
				rule.Command{Programs: words("find"), Flags: flags("-delete"), Operands: words("[.]"), NoFlags: words(findTests)},
				rule.Command{Programs: words("find"), Words: words("."), Flags: flags("-exec -execdir"), Operands: words("[r]m /bin/[r]m"), NoFlags: words(findTests)},
				rule.Command{Programs: words("rsync"), Flags: flags("--delete --del --delete-before --delete-during --delete-after --delete-excluded"), Operands: words("@system")},
			),
			Matches: []string{"find / -name '*.log' -delete", "find ~ -type f -delete", "find . -delete", "find . -type f -exec rm {} +", "rsync -a --delete empty/ ~/"},
			Passes:  []string{"find . -name '*.pyc' -delete", "find build -type f -delete", "find / -name core", "rsync -a --delete src/ dist/"},
		},
		{
			ID: "powershell-remove", Effect: rule.Ask,
			Reason:  "It removes a broad directory with everything in it.",
			Instead: "Name the one directory below the project that has to go.",
			Rows: commands(
				rule.Command{Language: event.PowerShell, Programs: words("Remove-Item ri rm del erase rd rmdir"), Flags: flags("-Recurse -r -rec"), Operands: append(words("@broad @outside @unknown"), windowsBroad()...), NotOperands: words("/[A-Za-z] /[A-Za-z]:*")},
				rule.Command{Language: event.Cmd, Programs: words("rd rmdir del erase"), Flags: flags("/s /S"), Operands: append(words("@broad @outside @unknown"), windowsBroad()...), NotOperands: words("/[A-Za-z] /[A-Za-z]:*")},
			),
			Matches: []string{`PowerShell(Remove-Item -Recurse -Force C:\)`, `PowerShell(rm -r -fo ~)`, `PowerShell(Remove-Item -Recurse -Force .)`, `Cmd(rd /s /q C:\)`, `Cmd(del /s /q C:\Users)`},
			Passes:  []string{`PowerShell(Remove-Item -Recurse -Force .\dist)`, `PowerShell(Remove-Item a.txt)`, `Cmd(rd /s /q node_modules)`},
		},
	}
}

// windowsBroad is what @broad does not know of Windows: names that the shell
// itself replaces.
func windowsBroad() []string {
	return words(`[*] [*].[*] %USERPROFILE%* %SYSTEMROOT%* %SystemRoot%* %SystemDrive%* $env:USERPROFILE* $env:SystemRoot* $env:SystemDrive*`)
}

func gitLosses() []Rule {
	g := words("git")
	return []Rule{
		{
			ID: "git-reset-hard", Effect: rule.Ask,
			Reason:  "It throws away every uncommitted change.",
			Instead: "Save the changes with `git stash push` first, or use `git reset --soft`.",
			Rows:    commands(rule.Command{Programs: g, Words: words("reset"), Flags: flags("--hard")}),
			Matches: []string{"git reset --hard", "git reset --hard HEAD~2", "git -C sub reset --hard origin/main"},
			Passes:  []string{"git reset HEAD file.go", "git reset --soft HEAD~1", `git commit -m "do not git reset --hard"`},
		},
		{
			ID: "git-clean", Effect: rule.Ask,
			Reason:  "It removes files that git does not keep, so that nothing can bring them back.",
			Instead: "List them with `git clean -n` and remove the ones you mean by name.",
			Rows:    commands(rule.Command{Programs: g, Words: words("clean"), Flags: flags("-f --force"), NoFlags: words("-n --dry-run")}),
			Matches: []string{"git clean -fd", "git clean -xdf", "git clean --force"},
			Passes:  []string{"git clean -n", "git clean -nfd", "make clean"},
		},
		{
			ID: "git-discard", Effect: rule.Ask,
			Reason:  "It throws away the uncommitted changes of the whole tree.",
			Instead: "Restore the files you mean by name, or save everything with `git stash push` first.",
			Rows: commands(
				rule.Command{Programs: g, Words: words("checkout"), Operands: words(". ./ :/ :/*")},
				rule.Command{Programs: g, Words: words("checkout|switch"), Flags: flags("-f --force --discard-changes")},
				rule.Command{Programs: g, Words: words("restore"), Operands: words(". ./ :/ :/*"), NoFlags: words("--staged -S")},
				rule.Command{Programs: g, Words: words("restore"), Operands: words(". ./ :/ :/*"), Flags: flags("--worktree -W")},
				rule.Command{Programs: g, Words: words("checkout-index"), Flags: flags("-f --force")},
				rule.Command{Programs: g, Words: words("rm"), Flags: flags("-r"), Operands: words(". ./ :/ /*")},
			),
			Matches: []string{"git checkout -- .", "git checkout .", "git restore .", "git checkout -f main", "git switch --discard-changes main", "git restore --staged --worktree ."},
			Passes:  []string{"git checkout main", "git checkout -b topic", "git restore --staged .", "git checkout -- src/a.go", "git switch -c topic"},
		},
		{
			ID: "git-force-push", Effect: rule.Ask,
			Reason:  "It replaces commits on the server that others may have.",
			Instead: "Use `git push --force-with-lease` on your own topic branch, or merge instead of rewriting.",
			Rows: commands(
				rule.Command{Programs: g, Words: words("push"), Flags: flags("-f --force --mirror")},
				rule.Command{Programs: g, Words: words("push"), Operands: words("+*")},
			),
			Matches: []string{"git push --force", "git push -f origin topic", "git push origin +topic", "git push -uf origin topic", "git push --mirror backup"},
			Passes:  []string{"git push", "git push -u origin topic", "git push --force-with-lease origin topic", "git push origin topic/obs-fixes"},
		},
		{
			ID: "git-branch-delete", Effect: rule.Ask,
			Reason:  "It removes a branch whose commits may be nowhere else.",
			Instead: "Use `git branch -d topic`, which refuses what is not merged.",
			Rows: commands(
				rule.Command{Programs: g, Words: words("branch"), Flags: flags("-D")},
				rule.Command{Programs: g, Words: words("branch"), Flags: flags("-d --delete", "-f --force")},
			),
			Matches: []string{"git branch -D topic", "git branch -d -f topic", "git branch --delete --force topic"},
			Passes:  []string{"git branch -d topic", "git branch --list", "git branch -m new"},
		},
		{
			ID: "git-stash-drop", Effect: rule.Ask,
			Reason:  "It removes stashed changes.",
			Instead: "Use `git stash apply`, which keeps the stash.",
			Rows:    commands(rule.Command{Programs: g, Words: words("stash", "drop|clear")}),
			Matches: []string{"git stash clear", "git stash drop stash@{1}"},
			Passes:  []string{"git stash", "git stash pop", "git stash list", "git stash push -m 'drop later'"},
		},
		{
			ID: "git-history", Effect: rule.Ask,
			Reason:  "It rewrites or removes history that git could otherwise still restore.",
			Instead: "Make a new commit, or work on a copy of the repository.",
			Rows: commands(
				rule.Command{Programs: g, Words: words("reflog", "expire|delete")},
				rule.Command{Programs: g, Words: words("filter-branch|filter-repo")},
				rule.Command{Programs: words("git-filter-repo bfg")},
				rule.Command{Programs: g, Words: words("update-ref"), Flags: flags("-d --stdin")},
				rule.Command{Programs: g, Words: words("gc"), Flags: flags("--prune=now --prune=all")},
				rule.Command{Programs: g, Words: words("prune"), NoFlags: words("-n --dry-run")},
				rule.Command{Programs: g, Words: words("replace"), Flags: flags("-d --delete -f --force")},
				rule.Command{Programs: g, Words: words("worktree", "remove"), Flags: flags("-f --force")},
			),
			Matches: []string{"git reflog expire --expire=now --all", "git filter-branch --tree-filter 'true' HEAD", "git update-ref -d refs/heads/x", "git gc --prune=now", "git filter-repo --path src"},
			Passes:  []string{"git reflog", "git gc", "git rebase main", "git worktree remove ../wt", "git remote prune origin"},
		},
	}
}

func disks() []Rule {
	dev := words(devices)
	return []Rule{
		{
			ID: "disk-write", Effect: rule.Deny,
			Reason:  "It overwrites a disk, partition or volume.",
			Instead: "Work on an image file, and let the developer write disks.",
			Rows: rows(
				paths(rule.Path{Access: []event.Access{event.AccessWrite, event.AccessDelete}}, prefixed("/", dev)...),
				commands(
					rule.Command{Programs: words("dd"), Operands: words("@device"), NotOperands: words("if=*")},
					rule.Command{Programs: words("mkfs mkfs.* mke2fs mkswap newfs newfs_* mkntfs mkdosfs"), Operands: words("@device")},
					rule.Command{Programs: words("wipefs"), Flags: flags("-a --all -o --offset")},
					rule.Command{Programs: words("shred srm wipe blkdiscard badblocks"), Operands: words("@device")},
					rule.Command{Programs: words("sgdisk"), Flags: flags("-Z --zap --zap-all -z -o --clear -d --delete -n --new"), Operands: words("@device")},
					rule.Command{Programs: words("fdisk sfdisk cfdisk gdisk cgdisk"), Operands: words("@device"), NoFlags: words("-l --list -d --dump")},
					rule.Command{Programs: words("parted"), Operands: words("mklabel mktable mkpart rm resizepart rescue")},
					rule.Command{Programs: words("hdparm"), Flags: flags("--security-erase --security-erase-enhanced --trim-sector-ranges")},
					rule.Command{Programs: words("nvme"), Words: words("format|sanitize")},
					rule.Command{Programs: words("cryptsetup"), Words: words("luksFormat|luksErase|erase|reencrypt")},
					rule.Command{Programs: words("mdadm"), Flags: flags("--zero-superblock")},
					rule.Command{Programs: words("diskutil"), Words: words("eraseDisk|eraseVolume|reformat|partitionDisk|zeroDisk|secureErase|randomDisk")},
					rule.Command{Language: event.PowerShell, Programs: words("Format-Volume Clear-Disk Initialize-Disk Remove-Partition")},
					rule.Command{Programs: words("diskpart")},
					rule.Command{Language: event.Cmd, Programs: words("format"), Operands: words("?:")},
				),
			),
			Matches: []string{"dd if=/dev/zero of=/dev/sda bs=1M", "mkfs.ext4 /dev/sdb1", "cat image > /dev/nvme0n1", "wipefs -a /dev/sdb", "shred -n1 /dev/sda", "parted /dev/sda mklabel gpt", "PowerShell(Format-Volume -DriveLetter D)", "Cmd(format d:)"},
			Passes:  []string{"dd if=in.img of=/dev/null bs=1M", "dd if=/dev/zero of=disk.img count=10", "mkfs.ext4 -F disk.img", "fdisk -l /dev/sda", "parted /dev/sda print", "lsblk", "echo done > /dev/null"},
		},
		{
			ID: "volume-remove", Effect: rule.Ask,
			Reason:  "It removes a volume, pool or snapshot with the data on it.",
			Instead: "List what is there and tell the developer which one should go.",
			Rows: commands(
				rule.Command{Programs: words("zfs"), Words: words("destroy|rollback")},
				rule.Command{Programs: words("zpool"), Words: words("destroy|labelclear|remove")},
				rule.Command{Programs: words("lvremove vgremove pvremove lvreduce vgreduce")},
				rule.Command{Programs: words("btrfs"), Words: words("subvolume|su|sub", "delete|del")},
				rule.Command{Programs: words("mdadm"), Flags: flags("--stop --remove --fail")},
			),
			Matches: []string{"zfs destroy tank/data", "zpool destroy tank", "lvremove -f vg/data", "btrfs subvolume delete /mnt/snap"},
			Passes:  []string{"zfs list", "zpool status", "lvs", "btrfs subvolume list /"},
		},
	}
}

func fileLosses() []Rule {
	return []Rule{
		{
			ID: "open-modes", Effect: rule.Ask,
			Reason:  "It makes every file below writable for everybody, and the old modes are lost.",
			Instead: "Give the one file or directory the mode it needs, such as `chmod u+x`.",
			Rows: commands(
				rule.Command{Programs: words("chmod"), Flags: flags("-R --recursive"), Operands: words("777 0777 a+rwx ugo+rwx a=rwx +rwx a+w o+w ugo+w 666 0666")},
			),
			Matches: []string{"chmod -R 777 .", "chmod --recursive a+rwx /srv"},
			Passes:  []string{"chmod +x run.sh", "chmod -R u+rw build", "chmod 644 a.txt"},
		},
		{
			ID: "owner-broad", Effect: rule.Ask,
			Reason:  "It changes owner or mode of a system directory or the whole home.",
			Instead: "Name the files of the project that need it.",
			Rows: commands(
				rule.Command{Programs: words("chown chgrp chmod"), Flags: flags("-R --recursive"), Operands: words("@system")},
			),
			Matches: []string{"chown -R dev /usr", "chmod -R 600 ~", "chgrp -R staff /"},
			Passes:  []string{"chown -R dev:dev ./build", "chown dev file"},
		},
		{
			ID: "overwrite", Effect: rule.Ask,
			Reason:  "It destroys the content of a file so that it cannot be restored.",
			Instead: "Keep a copy, or remove the file with `rm` after it is committed.",
			Rows: commands(
				rule.Command{Programs: words("truncate"), Flags: [][]string{{"-s 0", "--size 0"}}},
				rule.Command{Programs: words("shred srm"), Operands: words("*")},
				rule.Command{Programs: words("mv"), Operands: words("/dev/null")},
			),
			Matches: []string{"truncate -s 0 data.db", "truncate --size=0 app.log", "shred -u notes.txt", "mv data.db /dev/null"},
			Passes:  []string{"truncate -s 10M disk.img", "mv a b", "cmd > /dev/null"},
		},
	}
}

func services() []Rule {
	containers := words("docker podman nerdctl")
	return []Rule{
		{
			ID: "container-prune", Effect: rule.Ask,
			Reason:  "It removes containers, images or volumes that other projects may need.",
			Instead: "Remove the one container, image or volume by its name.",
			Rows: commands(
				rule.Command{Programs: containers, Words: words("system|volume|image|container", "prune")},
				rule.Command{Programs: containers, Words: words("volume", "rm|remove")},
				rule.Command{Programs: containers, Words: words("system", "reset")},
				rule.Command{Programs: containers, Words: words("rm|rmi"), Operands: words("@unknown")},
				rule.Command{Programs: containers, Words: words("container|image", "rm"), Operands: words("@unknown")},
				rule.Command{Programs: containers, Words: words("rm|rmi"), Flags: flags("-a --all")},
				rule.Command{Programs: containers, Words: words("compose", "down|rm"), Flags: flags("-v --volumes")},
				rule.Command{Programs: words("docker-compose podman-compose"), Words: words("down|rm"), Flags: flags("-v --volumes")},
			),
			Matches: []string{"docker system prune -af", "docker volume rm pgdata", "docker rm -f $(docker ps -aq)", "docker compose down -v", "podman image prune -a"},
			Passes:  []string{"docker compose down", "docker rm -f web", "docker ps -a", "docker image ls", "docker volume ls", "docker rmi app:old"},
		},
		{
			ID: "kubernetes-delete", Effect: rule.Ask,
			Reason:  "It removes a namespace, stored data or everything of a kind from a cluster.",
			Instead: "Delete the one object by its kind and name, after `kubectl get` shows it.",
			Rows: commands(
				rule.Command{Programs: words("kubectl oc"), Words: words("delete", "ns|namespace|namespaces|project|pv|pvc|persistentvolume|persistentvolumeclaim|crd|node|nodes|all"), NoFlags: words("--dry-run --dry-run=client --dry-run=server")},
				rule.Command{Programs: words("kubectl oc"), Words: words("delete"), Operands: words("ns/* namespace/* pv/* pvc/* crd/* node/*"), NoFlags: words("--dry-run --dry-run=client --dry-run=server")},
				rule.Command{Programs: words("kubectl oc"), Words: words("delete"), Flags: flags("--all -A --all-namespaces"), NoFlags: words("--dry-run --dry-run=client --dry-run=server")},
				rule.Command{Programs: words("kubectl oc"), Words: words("drain")},
				rule.Command{Programs: words("helm"), Words: words("uninstall|delete|del|un"), NoFlags: words("--dry-run --dry-run=client --dry-run=server")},
				rule.Command{Programs: words("kind k3d minikube"), Words: words("delete")},
			),
			Matches: []string{"kubectl delete ns staging", "kubectl -n web delete pods --all", "kubectl delete namespace/web", "helm uninstall web", "kubectl drain node-1"},
			Passes:  []string{"kubectl get pods", "kubectl delete pod web-1", "helm list", "kubectl describe ns web", "kubectl apply -f k8s/"},
		},
		{
			ID: "infrastructure-destroy", Effect: rule.Ask,
			Reason:  "It removes or replaces infrastructure, without a person seeing the plan.",
			Instead: "Run the plan and show it; the developer applies it.",
			Rows: commands(
				rule.Command{Programs: words("terraform tofu terragrunt"), Words: words("destroy")},
				rule.Command{Programs: words("terragrunt"), Words: words("run-all", "destroy")},
				rule.Command{Programs: words("terraform tofu terragrunt"), Words: words("apply"), Flags: flags("-auto-approve --auto-approve -destroy --destroy")},
				rule.Command{Programs: words("terraform tofu terragrunt"), Words: words("state", "rm|push")},
				rule.Command{Programs: words("terraform tofu terragrunt"), Words: words("workspace", "delete")},
				rule.Command{Programs: words("terraform tofu terragrunt"), Words: words("force-unlock|taint")},
				rule.Command{Programs: words("pulumi cdk vagrant"), Words: words("destroy")},
				rule.Command{Programs: words("pulumi"), Words: words("stack", "rm")},
				rule.Command{Programs: words("serverless sls"), Words: words("remove")},
				rule.Command{Programs: words("sam copilot"), Words: words("delete")},
			),
			Matches: []string{"terraform destroy", "terraform -chdir=infra destroy -auto-approve", "terraform apply -auto-approve", "tofu state rm aws_s3_bucket.logs", "pulumi destroy --yes", "cdk destroy"},
			Passes:  []string{"terraform plan", "terraform apply tfplan", "terraform state list", "terraform fmt -recursive", "pulumi preview"},
		},
		{
			ID: "cloud-delete", Effect: rule.Ask,
			Reason:  "It deletes resources of a cloud account.",
			Instead: "List what is there and tell the developer which resource should go.",
			// A class around a letter keeps an operand that cannot be known from
			// counting as one of these.
			Rows: rows(
				commands(
					rule.Command{Programs: words("aws"), Words: words("*"), Operands: words("delet[e]-* terminat[e]-* purg[e]-* deregiste[r]-*")},
					rule.Command{Programs: words("gcloud az doctl"), Words: words("*"), Operands: words("delet[e] purg[e]")},
					rule.Command{Programs: words("aws"), Words: words("s3", "rb")},
					rule.Command{Programs: words("aws"), Words: words("s3", "rm"), Flags: flags("--recursive")},
					rule.Command{Programs: words("aws"), Words: words("s3", "sync"), Flags: flags("--delete")},
					rule.Command{Programs: words("gsutil"), Words: words("rb")},
					rule.Command{Programs: words("gsutil"), Words: words("rm"), Flags: flags("-r -R -a")},
					rule.Command{Programs: words("gcloud"), Words: words("storage", "rm")},
					rule.Command{Programs: words("eksctl"), Words: words("delete")},
					rule.Command{Programs: words("rclone"), Words: words("purge|delete|deletefile|rmdirs|cleanup")},
					rule.Command{Programs: words("mc"), Words: words("rb|rm"), Flags: flags("--force --recursive -r")},
					rule.Command{Programs: words("heroku"), Words: words("apps:destroy|pg:reset|addons:destroy")},
					rule.Command{Programs: words("fly flyctl"), Words: words("apps|machine|volumes", "destroy")},
					rule.Command{Programs: words("vercel wrangler"), Words: words("rm|remove|delete")},
					rule.Command{Programs: words("netlify firebase"), Words: words("sites:delete|firestore:delete|database:remove|functions:delete|projects:delete")},
				),
			),
			Matches: []string{"aws s3 rb s3://bucket --force", "aws s3 rm s3://bucket --recursive", "aws --profile p ec2 terminate-instances --instance-ids i-1", "gcloud compute instances delete web", "az group delete -n rg", "gsutil -m rm -r gs://bucket"},
			Passes:  []string{"aws s3 ls", "aws ec2 describe-instances", "gcloud compute instances list", "az group list", "aws s3 cp a.txt s3://bucket/", `aws ec2 describe-instances --filters "$F"`},
		},
		{
			ID: "database-drop", Effect: rule.Ask,
			Reason:  "It drops or empties a database or table.",
			Instead: "Write a migration, or run it against a database made for the test.",
			Rows: rows(
				commands(
					rule.Command{Inline: "sql", Code: sqlLosses()},
					rule.Command{Programs: words("dropdb dropuser")},
					rule.Command{Programs: words("mysqladmin mariadb-admin"), Words: words("drop")},
					rule.Command{Programs: words("redis-cli valkey-cli"), Operands: words("flushall FLUSHALL flushdb FLUSHDB")},
					rule.Command{Programs: words("rails rake"), Operands: words("db:drop db:drop:* db:reset db:schema:load db:migrate:reset db:purge")},
					rule.Command{Programs: words("prisma"), Words: words("migrate", "reset")},
					rule.Command{Programs: words("prisma"), Words: words("db", "push"), Flags: flags("--force-reset --accept-data-loss")},
					rule.Command{Programs: words("php artisan"), Operands: words("migrate:fresh migrate:reset db:wipe")},
					rule.Command{Programs: words("python python3"), Words: words("manage.py|./manage.py"), Operands: words("flus[h] reset_d[b]")},
					rule.Command{Programs: words("manage.py django-admin"), Words: words("flush|reset_db")},
					rule.Command{Programs: words("sequelize sequelize-cli"), Words: words("db:drop")},
					rule.Command{Programs: words("alembic"), Words: words("downgrade", "base")},
					rule.Command{Programs: words("flyway"), Words: words("clean")},
					rule.Command{Programs: words("liquibase"), Words: words("drop-all|dropAll")},
					rule.Command{Programs: words("supabase"), Words: words("db", "reset")},
				),
				commands(rule.Command{Programs: words("mongosh mongo"), Inline: "node", Code: words("dropDatabase .drop( deleteMany({}) .remove({})")}),
			),
			Matches: []string{`psql -c "DROP DATABASE app"`, `mysql -e 'drop table users'`, `sqlite3 app.db "DROP TABLE users;"`, "redis-cli FLUSHALL", `mongosh --eval 'db.dropDatabase()'`, "dropdb app", "bin/rails db:drop", "npx prisma migrate reset"},
			Passes:  []string{`psql -c "select 1"`, `sqlite3 app.db ".tables"`, "redis-cli ping", "bin/rails db:migrate", "npx prisma migrate dev", `echo "DROP TABLE users"`, "python manage.py migrate"},
		},
		{
			ID: "unpublish", Effect: rule.Ask,
			Reason:  "It takes away something published that others may use.",
			Instead: "Publish a new version, or tell the developer what should go.",
			Rows: rows(
				commands(
					rule.Command{Programs: words("gh"), Words: words("api"), Flags: [][]string{{"-X DELETE", "--method DELETE"}}},
					rule.Command{Programs: words("npm pnpm yarn"), Words: words("unpublish")},
					rule.Command{Programs: words("npm"), Words: words("dist-tag|owner", "rm")},
					rule.Command{Programs: words("gh"), Words: words("repo", "delete|archive")},
					rule.Command{Programs: words("gh"), Words: words("release|secret|variable|cache|run|gist|label", "delete")},
					rule.Command{Programs: words("glab"), Words: words("repo|release", "delete")},
					rule.Command{Programs: words("cargo gem"), Words: words("yank")},
				),
			),
			Matches: []string{"npm unpublish pkg@1.0.0", "gh repo delete o/r --yes", "gh release delete v1.0", "cargo yank --version 1.0.0", "gh api -X DELETE repos/o/r"},
			Passes:  []string{"npm view pkg", "gh repo view", "gh release list", "gh api repos/o/r", "cargo publish --dry-run"},
		},
	}
}

func sqlLosses() []string {
	var all []string
	for _, s := range []string{"drop database", "drop table", "drop schema", "drop owned", "drop user", "drop role"} {
		all = append(all, s, upper(s), title(s))
	}
	all = append(all, "truncate ", "TRUNCATE ", "Truncate ")
	return all
}

func systems() []Rule {
	return []Rule{
		{
			ID: "system-stop", Effect: rule.Ask,
			Reason:  "It stops or restarts the machine.",
			Instead: "Ask the developer to do it when nothing else is running.",
			Rows: rows(
				commands(
					rule.Command{Programs: words("shutdown reboot halt poweroff")},
					rule.Command{Programs: words("init telinit"), Words: words("0|6|1|s|S")},
					rule.Command{Programs: words("systemctl"), Words: words("poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency")},
					rule.Command{Language: event.PowerShell, Programs: words("Stop-Computer Restart-Computer")},
				),
				paths(rule.Path{Access: []event.Access{event.AccessWrite}}, "//proc/sysrq-trigger"),
			),
			Matches: []string{"shutdown -h now", "sudo reboot", "systemctl poweroff", "init 0", "echo b > /proc/sysrq-trigger", "PowerShell(Stop-Computer -Force)"},
			Passes:  []string{"systemctl status nginx", "uptime", "npm init -y", "git init"},
		},
		{
			ID: "service-stop", Effect: rule.Ask,
			Reason:  "It stops or disables a service of the machine.",
			Instead: "Say which service is in the way and let the developer stop it.",
			Rows: commands(
				rule.Command{Programs: words("systemctl"), Words: words("stop|disable|mask|kill|isolate"), NoFlags: words("--user")},
				rule.Command{Programs: words("service"), Words: words("*", "stop")},
				rule.Command{Programs: words("launchctl"), Words: words("unload|bootout|remove|disable")},
				rule.Command{Programs: words("sc"), Words: words("stop|delete|config")},
				rule.Command{Language: event.PowerShell, Programs: words("Stop-Service Remove-Service")},
			),
			Matches: []string{"systemctl stop docker", "sudo systemctl disable --now ssh", "service nginx stop", "launchctl bootout gui/501/x"},
			Passes:  []string{"systemctl --user stop app", "systemctl list-units", "service nginx status"},
		},
		{
			ID: "kill-all", Effect: rule.Ask,
			Reason:  "It ends every process it can reach.",
			Instead: "End the one process by its number.",
			Rows: commands(
				rule.Command{Programs: words("kill"), Flags: flags("-9 -KILL -SIGKILL -15 -TERM -SIGTERM -2 -INT -SIGINT -HUP -s -n --", "-1")},
				rule.Command{Programs: words("killall5")},
				rule.Command{Programs: words("pkill killall"), Flags: flags("-u --uid --user --euid")},
			),
			Matches: []string{"kill -9 -1", "kill -s KILL -1", "kill -- -1", "pkill -9 -u dev"},
			Passes:  []string{"kill 1234", "kill -9 1234", "kill -9 $(lsof -t -i:3000)", "kill -1 1234", "pkill -f vite", "killall node"},
		},
		{
			ID: "fork-bomb", Effect: rule.Deny,
			Reason:  "It starts processes without end until the machine stops answering.",
			Instead: "Start a bounded number of processes, such as with `xargs -P 4`.",
			Rows:    commands(rule.Command{Programs: words(":"), Context: []string{"function :"}}),
			Matches: []string{":(){ :|:& };:", ":() { : | : & }; :"},
			Passes:  []string{": ${X:=1}", "while :; do sleep 1; break; done"},
		},
		{
			ID: "machine-settings", Effect: rule.Ask,
			Reason:  "It removes settings of the machine: users, scheduled jobs or its firewall.",
			Instead: "Show what is set and let the developer change it.",
			Rows: commands(
				rule.Command{Programs: words("crontab"), Flags: flags("-r")},
				rule.Command{Programs: words("userdel deluser groupdel delgroup")},
				rule.Command{Programs: words("iptables ip6tables"), Flags: flags("-F --flush -X --delete-chain")},
				rule.Command{Programs: words("nft"), Words: words("flush|delete")},
				rule.Command{Programs: words("ufw"), Words: words("disable|reset|delete")},
				rule.Command{Programs: words("pfctl"), Flags: flags("-d -F")},
				rule.Command{Programs: words("setenforce"), Words: words("0|Permissive|permissive")},
				rule.Command{Programs: words("reg"), Words: words("delete")},
				rule.Command{Programs: words("vssadmin"), Words: words("delete")},
				rule.Command{Programs: words("bcdedit")},
			),
			Matches: []string{"crontab -r", "userdel -r bob", "iptables -F", "ufw disable", "nft flush ruleset"},
			Passes:  []string{"crontab -l", "iptables -L", "ufw status"},
		},
	}
}

// calls are the ways to call a function in languages that need no
// parentheses, so that the bare word in a text is not one.
func calls(names string) []string {
	var all []string
	for _, n := range words(names) {
		for _, open := range []string{"(", " (", ` "`, " '", " $", " @", " q", " qw", " qq", ` <`, ";", " %"} {
			all = append(all, n+open)
		}
	}
	return all
}

func inlineLosses() []Rule {
	return []Rule{
		{
			ID: "inline-code", Effect: rule.Ask,
			Reason:  "The code on the command line starts a process or removes files, and its text is not analysed further.",
			Instead: "Run the command directly, or put the code into a file of the project.",
			Rows: commands(
				rule.Command{Inline: "python", Code: []string{
					"subprocess", "os.system", "os.popen", "os.execv", "os.execve", "os.execvp", "os.execl", "os.execlp", "os.spawnv", "os.spawnl", "os.spawnlp", "os.posix_spawn", "pty.spawn",
					"os.remove", "os.unlink", "os.rmdir", "os.removedirs", "os.truncate", "shutil.rmtree", "rmtree(", ".unlink(", ".rmdir(",
					"__import__", "importlib", "exec(", "eval(", "ctypes", "from os import", "from shutil import", "import os as", "import shutil as", "getattr(os", "getattr(shutil", "runpy",
				}},
				rule.Command{Inline: "node", Code: []string{
					"child_process", "rmSync", "rm(", "unlinkSync", "unlink(", "rmdirSync", "rmdir(", "truncateSync", "execSync", "spawnSync", "execFileSync",
					"Deno.run", "Deno.Command", "Deno.remove", "Deno.removeSync", "Bun.spawn", "Bun.spawnSync", "eval(", "new Function", "process.binding", "$`", "Bun.$", `run("`, "runProgram(",
				}},
				rule.Command{Inline: "perl", Code: append([]string{"unlink", "rmdir", "rmtree", "remove_tree", "qx", "`", "readpipe", "syscall", `"-|"`, `"|-"`, "'-|'", "'|-'"}, calls("system exec eval fork truncate")...)},
				rule.Command{Inline: "raku", Code: append([]string{"unlink", "rmdir", "qx", "EVAL", "Proc"}, calls("run shell")...)},
				rule.Command{Inline: "ruby", Code: append([]string{
					"FileUtils", "`", "%x", "IO.popen", "Open3", "File.delete", "File.unlink", "Dir.rmdir", "Dir.delete", "Dir.unlink", "rm_rf", "rm_r", "rmtree", ".unlink", "Kernel.send", "PTY.spawn",
				}, calls("system exec spawn fork eval sh")...)},
				rule.Command{Inline: "php", Code: []string{
					"unlink(", "exec(", "shell_exec", "system(", "passthru", "proc_open", "popen", "pcntl_exec", "rmdir(", "`", "eval(", "ftruncate", "assert(", "call_user_func",
				}},
				rule.Command{Inline: "awk", Code: []string{"system(", "system (", "| getline", "|getline", "|&", `| "`, `|"`}},
				rule.Command{Inline: "lua", Code: []string{"os.execute", "os.remove", "io.popen", "load(", "loadstring"}},
				rule.Command{Inline: "tcl", Code: []string{"exec", "spawn", "file delete", "open |", `open "|`}},
				rule.Command{Inline: "r", Code: []string{"system(", "system2(", "shell(", "unlink(", "file.remove("}},
				rule.Command{Inline: "julia", Code: []string{"run(", "rm(", "pipeline(", "ccall", "eval("}},
				rule.Command{Inline: "elixir", Code: []string{"System.cmd", "System.shell", "File.rm", "File.rm!", "File.rm_rf", "File.rm_rf!", ":os.cmd", "Port.open", "Code.eval_string"}},
				rule.Command{Inline: "erlang", Code: []string{"os:cmd", "open_port", "file:delete", "file:del_dir", "file:del_dir_r"}},
				rule.Command{Inline: "groovy", Code: []string{".execute(", "ProcessBuilder", "Runtime", "deleteDir", ".delete("}},
				rule.Command{Inline: "jvm", Code: []string{"ProcessBuilder", "Runtime", "sys.process", "deleteRecursively", "deleteIfExists", "Files.delete", ".delete(", "exec(", "System.Process", "removeFile", "removeDirectoryRecursive"}},
				rule.Command{Inline: "lisp", Code: []string{"system", "run-program", "run-shell-command", "shell", "(sh", "sh/", "clojure.java.shell", "ProcessBuilder", "os/execute", "os/spawn", "os/shell", "os/rm", "process", "subprocess", "delete-file", "delete-directory", "open-pipe", "exec"}},
				rule.Command{Inline: "puppet", Code: []string{"exec"}},
				rule.Command{Inline: "swift", Code: []string{"Process(", "removeItem", "system(", "posix_spawn"}},
				rule.Command{Inline: "elisp", Code: []string{"shell-command", "shell-command-to-string", "async-shell-command", "call-process", "start-process", "make-process", "delete-file", "delete-directory", "process-lines"}},
				rule.Command{Inline: "applescript", Code: []string{"do shell script", "do script", "delete", "run script"}},
			),
			Matches: []string{
				`python3 -c "import shutil; shutil.rmtree('/tmp/x')"`, `python -c 'import os; os.system("rm -rf x")'`,
				`node -e "require('fs').rmSync('x', {recursive: true})"`, `perl -e 'unlink glob "*"'`, `perl -e 'exec qw(rm -rf x)'`, `perl -e 'system qq{rm -rf x}'`, `ruby -e 'system("ls")'`, `php -r 'unlink("a");'`, `awk '{ system($1) }' list`,
			},
			Passes: []string{
				`python3 -c "print(1)"`, `python -c 'import json,sys; print(json.load(sys.stdin)["a"])'`, `node -e "console.log(process.version)"`, `node -p "require('./package.json').version"`,
				`perl -pe 's/exec/system/' f.txt`, `ruby -e 'puts 1'`, `awk '{print $1}' f.txt`, `awk 'BEGIN {print "rm -rf /"}'`, `php -r 'echo PHP_VERSION;'`,
			},
		},
	}
}
