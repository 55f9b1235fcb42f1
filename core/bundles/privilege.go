package bundles

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

func privilege(with settings) Bundle {
	written := rule.Path{Access: []event.Access{event.AccessWrite, event.AccessDelete}}
	containers := words("docker podman nerdctl")
	return Bundle{
		ID:    "privilege",
		Title: "Privilege",
		Summary: "Asks before a command runs with another user's rights, gives rights to others, or steps out of a container. " +
			"Ordinary modes such as chmod +x pass.",
		Config: []Option{
			{Name: "allow", Example: "[apt-get, systemctl]", Doc: "Programs that sudo and doas may run without a question."},
		},
		Rules: []Rule{
			{
				ID: "root", Effect: rule.Ask,
				Reason:  "It runs a command with another user's rights.",
				Instead: "Do it without, in the project, or give the developer the command.",
				Rows: commands(
					rule.Command{Programs: words("sudo doas pkexec run0 gosu su-exec please sudoedit"), Operands: words("*"), NotOperands: with.or("allow", nil)},
					rule.Command{Programs: words("sudo"), Flags: flags("-i -s --login --shell")},
					rule.Command{Programs: words("su runuser machinectl"), NoFlags: words("--version --help")},
					rule.Command{Programs: words("runas")},
					rule.Command{Language: event.PowerShell, Programs: words("Start-Process saps start"), Operands: words("RunAs runas")},
				),
				Matches: []string{"sudo make install", "sudo -u build ls", "su -c 'id'", "doas vi x", "pkexec id", "sudo -i"},
				Passes:  []string{"make install PREFIX=$HOME/.local", "sudo --version", "whoami", "id", "echo sudo"},
			},
			{
				ID: "set-uid", Effect: rule.Ask,
				Reason:  "It makes a program run with its owner's rights for whoever starts it.",
				Instead: "Use ordinary modes such as 755.",
				Rows: commands(
					rule.Command{Programs: words("chmod"), Operands: words("u+s g+s +s ug+s a+s u+xs u=rwxs *+s 4??? 2??? 6??? 04??? 02??? 06??? u+s,* g+s,*")},
					rule.Command{Programs: words("install"), Flags: flags("-m --mode"), Operands: words("4??? 2??? 6??? u+s g+s")},
					rule.Command{Programs: words("setcap")},
					rule.Command{Programs: words("chattr")},
				),
				Matches: []string{"chmod u+s ./tool", "chmod 4755 ./tool", "setcap cap_net_raw+ep ./tool", "chmod +s x"},
				Passes:  []string{"chmod +x run.sh", "chmod 755 run.sh", "chmod 0644 a", "getcap ./tool"},
			},
			{
				ID: "accounts", Effect: rule.Ask,
				Reason:  "It changes who may log in or act as root on this machine.",
				Instead: "Tell the developer which account needs what.",
				Rows: rows(
					commands(
						rule.Command{Programs: words("visudo passwd chpasswd usermod useradd adduser groupadd addgroup gpasswd chsh chfn newusers vipw vigr dscl dseditgroup"), NoFlags: words("--help --version")},
						rule.Command{Programs: words("net"), Words: words("user|localgroup")},
						rule.Command{Language: event.PowerShell, Programs: words("New-LocalUser Add-LocalGroupMember Set-LocalUser Set-ExecutionPolicy")},
					),
					paths(written, "//etc/passwd", "//etc/shadow", "//etc/group", "//etc/gshadow", "//etc/sudoers", "//etc/sudoers.d/**", "//etc/doas.conf", "//etc/pam.d/**", "//etc/polkit-1/**", "//etc/ssh/**", "//etc/hosts", "//etc/security/**"),
				),
				Matches: []string{"usermod -aG docker dev", "useradd bob", "passwd root", "echo 'dev ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers", "Write(/etc/sudoers.d/dev)", "visudo"},
				Passes:  []string{"id dev", "groups", "getent passwd dev", "cat /etc/passwd"},
			},
			{
				ID: "container-escape", Effect: rule.Ask,
				Reason:  "It starts a container that can reach the whole machine.",
				Instead: "Mount the project only, and leave out --privileged.",
				Rows: rows(
					commands(
						rule.Command{Programs: containers, Words: words("run|create|exec"), Flags: flags("--privileged")},
						rule.Command{Programs: containers, Words: words("run|create"), Flags: flags("--cap-add --device --security-opt")},
						// A class around a letter keeps an operand that cannot be known
						// from counting as one of these.
						rule.Command{Programs: containers, Words: words("run|create"), Operands: words("/[:]* *docker.soc[k]* *sourc[e]=/,* *sr[c]=/,*")},
						rule.Command{Programs: containers, Words: words("run|create"), Flags: [][]string{{"--pid host", "--userns host", "--ipc host"}}},
						rule.Command{Programs: words("nsenter unshare chroot capsh")},
					),
				),
				Matches: []string{"docker run --privileged alpine", "docker run -v /:/host alpine", "docker run -v /var/run/docker.sock:/var/run/docker.sock x", "nsenter -t 1 -m", "docker run --pid=host alpine"},
				Passes:  []string{"docker run --rm -v $PWD:/src golang go test ./...", "docker run -p 8080:80 nginx", "docker run -v \"$DIR:/src\" app", "docker stop $(docker ps -q)", "docker exec web ls", "docker build ."},
			},
			{
				ID: "kernel", Effect: rule.Ask,
				Reason:  "It changes the running kernel or what is mounted.",
				Instead: "Tell the developer which setting is in the way.",
				Rows: rows(
					commands(
						rule.Command{Programs: words("insmod rmmod modprobe kexec"), NoFlags: words("-n --dry-run --show --version -D -c")},
						rule.Command{Programs: words("sysctl"), Flags: flags("-w --write -p --load --system")},
						rule.Command{Programs: words("sysctl"), Operands: words("*=*")},
						rule.Command{Programs: words("mount umount pivot_root swapoff swapon"), Operands: words("*")},
					),
					paths(written, "//proc/sys/**", "//sys/**", "//boot/**", "//etc/modprobe.d/**", "//etc/sysctl.d/**", "//etc/fstab"),
				),
				Matches: []string{"insmod ./x.ko", "sysctl -w vm.swappiness=10", "mount /dev/sdb1 /mnt", "echo 1 > /proc/sys/net/ipv4/ip_forward"},
				Passes:  []string{"lsmod", "sysctl -a", "mount", "cat /proc/sys/vm/swappiness", "df -h"},
			},
		},
	}
}
