package bundles

import "github.com/tempahq/tempa/core/rule"

// inTree are operands of install commands that name the project itself.
const inTree = `. .. ./* ../* /* file:* link:* workspace:* *.txt *.toml *.lock *.whl *.tgz *.deb *.rpm .[[]*`

func packages(with settings) Bundle {
	known := append(words(inTree), with.or("allow", words("pip setuptools wheel"))...)
	return Bundle{
		ID:    "packages",
		Title: "Packages",
		Summary: "Asks before a package that the project does not list yet is installed, because an install runs its author's code. " +
			"Installs from a lock file or a requirements file, and of the project itself, pass.",
		Config: []Option{
			{Name: "allow", Example: "[pip, '@company/*']", Default: words("pip setuptools wheel"), Doc: "Packages that may be installed without a question, as globs."},
		},
		Rules: []Rule{
			{
				ID: "javascript", Effect: rule.Ask,
				Reason:  "It adds a package that the project does not list yet.",
				Instead: "Name the package and why it is needed; `npm ci` installs what is listed.",
				Rows: commands(
					rule.Command{Programs: words("npm"), Words: words("install|i|in|ins|inst|add|isntall|update|up|upgrade"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("pnpm"), Words: words("add|install|i"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("yarn"), Words: words("add"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("yarn"), Words: words("global", "add")},
					rule.Command{Programs: words("bun"), Words: words("add|install|i|a"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("deno"), Words: words("add|install|i"), Operands: words("*"), NotOperands: known},
				),
				Matches: []string{"npm install left-pad", "npm i -D vitest", "pnpm add zod", "yarn add react", "bun add hono", "npm install -g typescript"},
				Passes:  []string{"npm ci", "npm install", "pnpm install --frozen-lockfile", "yarn", "yarn install", "npm run build", "npm install ./packages/a"},
			},
			{
				ID: "run-remote", Effect: rule.Ask,
				Reason:  "It downloads a package and runs it at once.",
				Instead: "Add the tool to the project's own dependencies and run it from there.",
				Rows: rows(patterns("npx", "npx -y *", "npx --yes *", "npx -p *", "npx --package *", "npx --package=*"), commands(
					rule.Command{Programs: words("npm"), Words: words("create|init|exec|x|innit"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("pnpm yarn"), Words: words("dlx|create")},
					rule.Command{Programs: words("bunx")},
					rule.Command{Programs: words("bun"), Words: words("x|create")},
					rule.Command{Programs: words("uvx")},
					rule.Command{Programs: words("uv"), Words: words("tool", "run|install")},
					rule.Command{Programs: words("uv"), Words: words("run"), Flags: flags("--with --with-requirements")},
					rule.Command{Programs: words("pipx"), Words: words("run|install|inject")},
				)),
				Matches: []string{"npx -y create-thing", "pnpm dlx cowsay", "bunx cowsay", "uvx ruff check", "pipx run black", "npm create vite@latest"},
				Passes:  []string{"npx eslint .", "npx tsc -p tsconfig.json", "uv run pytest", "pnpm exec vitest", "npm init -y"},
			},
			{
				ID: "python", Effect: rule.Ask,
				Reason:  "It installs a package that the project does not list yet.",
				Instead: "Name the package and why it is needed; `pip install -r requirements.txt` installs what is listed.",
				Rows: rows(
					commands(
						rule.Command{Programs: words("pip pip3 pip2"), Words: words("install|download|wheel"), Operands: words("*"), NotOperands: known, NoFlags: words("-r --requirement")},
						rule.Command{Programs: words("pip pip3 pip2"), Words: words("install|download|wheel"), Operands: words("*"), NotOperands: append(words("?"), known...), Flags: flags("-r --requirement")},
						rule.Command{Programs: words("uv"), Words: words("pip", "install"), Operands: words("*"), NotOperands: known},
						rule.Command{Programs: words("uv poetry pdm rye hatch"), Words: words("add"), Operands: words("*"), NotOperands: known},
						rule.Command{Programs: words("pipenv"), Words: words("install"), Operands: words("*"), NotOperands: known},
						rule.Command{Programs: words("conda mamba micromamba"), Words: words("install|create"), Operands: words("*"), NotOperands: append(words("*.yml *.yaml"), known...)},
						rule.Command{Programs: words("python python3 py"), Words: words("pip", "install"), Flags: flags("-m"), Operands: words("*"), NotOperands: known},
						rule.Command{Programs: words("pip pip3 uv"), Flags: flags("--index-url --extra-index-url --find-links --trusted-host --default-index --index")},
						rule.Command{Programs: words("easy_install")},
					),
				),
				Matches: []string{"pip install requests", "python3 -m pip install requests", "uv add httpx", "poetry add flask", "pipenv install django", "conda install numpy", "uv pip install torch", "pip install -i https://index.example/simple x", "pip install -r requirements.txt left-pad"},
				Passes:  []string{"pip install -r requirements.txt", `pip install -r "$FILE"`, "pip install -e .", `pip install -e ".[dev]"`, "uv sync", "poetry install", "pip install --upgrade pip", "pip list", "pipenv install", "conda env create -f env.yml", "python -m pip install -r requirements-dev.txt"},
			},
			{
				ID: "go-rust-ruby-php", Effect: rule.Ask,
				Reason:  "It adds or installs a module that the project does not list yet.",
				Instead: "Name the module and why it is needed; the lock file's own install passes.",
				Rows: commands(
					rule.Command{Programs: words("go"), Words: words("get"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("go"), Words: words("install|run"), Operands: words("*@*")},
					rule.Command{Programs: words("go"), Words: words("get"), Flags: flags("-tool -u")},
					rule.Command{Programs: words("cargo"), Words: words("install|binstall"), NoFlags: words("--path --list")},
					rule.Command{Programs: words("cargo"), Words: words("add"), NoFlags: words("--path")},
					rule.Command{Programs: words("gem"), Words: words("install|update"), Operands: words("*"), NotOperands: known},
					rule.Command{Programs: words("bundle"), Words: words("add")},
					rule.Command{Programs: words("composer"), Words: words("require|create-project|global")},
					rule.Command{Programs: words("dotnet"), Words: words("add", "*", "package")},
					rule.Command{Programs: words("dotnet"), Words: words("add", "package")},
					rule.Command{Programs: words("dotnet"), Words: words("tool", "install")},
					rule.Command{Programs: words("mix"), Words: words("archive.install")},
					rule.Command{Programs: words("luarocks opam cabal stack dart flutter"), Words: words("install|pub", "*"), NotOperands: words("get"), Operands: words("add *")},
				),
				Matches: []string{"go get example.com/x", "go install example.com/x/cmd/y@latest", "cargo install ripgrep", "cargo add serde", "gem install rails", "composer require x/y", "dotnet add package X"},
				Passes:  []string{"go mod tidy", "go mod download", "go install ./cmd/x", "cargo build", "cargo install --path .", "bundle install", "composer install", "go run ./cmd/x", "go get ."},
			},
			{
				ID: "system", Effect: rule.Ask,
				Reason:  "It installs or removes software of the machine.",
				Instead: "Tell the developer which package is missing.",
				Rows: commands(
					rule.Command{Programs: words("apt apt-get aptitude"), Words: words("install|remove|purge|autoremove|upgrade|dist-upgrade|full-upgrade"), NoFlags: words("-s --simulate --dry-run")},
					rule.Command{Programs: words("dpkg"), Flags: flags("-i --install -r --remove -P --purge")},
					rule.Command{Programs: words("rpm"), Flags: flags("-i --install -U --upgrade -e --erase -F"), NoFlags: words("-q --query -V --verify")},
					rule.Command{Programs: words("dnf yum zypper microdnf"), Words: words("install|in|remove|erase|rm|update|upgrade|up|localinstall|groupinstall")},
					rule.Command{Programs: words("apk"), Words: words("add|del|upgrade")},
					rule.Command{Programs: words("pacman yay paru"), Flags: flags("-S -R -U --sync --remove --upgrade"), NoFlags: words("-s --search -i --info -l --list")},
					rule.Command{Programs: words("brew"), Words: words("install|reinstall|uninstall|remove|rm|upgrade|tap|untap")},
					rule.Command{Programs: words("port snap flatpak"), Words: words("install|remove|uninstall|refresh|update")},
					rule.Command{Programs: words("nix-env"), Flags: flags("-i --install -iA -e --uninstall")},
					rule.Command{Programs: words("nix"), Words: words("profile", "install|add|remove")},
					rule.Command{Programs: words("choco winget scoop"), Words: words("install|uninstall|upgrade")},
					rule.Command{Programs: words("asdf mise"), Words: words("plugin", "add")},
				),
				Matches: []string{"apt-get install -y jq", "sudo apt install curl", "brew install jq", "dnf install gcc", "apk add git", "pacman -S vim", "snap install x"},
				Passes:  []string{"apt-get update", "apt-cache search jq", "brew list", "dpkg -l", "apk info", "apt list --installed", "rpm -qi bash"},
			},
			{
				ID: "extensions", Effect: rule.Ask,
				Reason:  "It installs an extension that runs with the developer's rights.",
				Instead: "Name the extension and why it is needed.",
				Rows: commands(
					rule.Command{Programs: words("code code-insiders codium cursor"), Flags: flags("--install-extension")},
					rule.Command{Programs: words("gh"), Words: words("extension|ext", "install")},
					rule.Command{Programs: words("helm"), Words: words("plugin", "install")},
					rule.Command{Programs: words("kubectl"), Words: words("krew", "install")},
					rule.Command{Programs: words("docker"), Words: words("plugin", "install")},
				),
				Matches: []string{"code --install-extension x.y", "gh extension install o/gh-x", "helm plugin install https://host.example/p"},
				Passes:  []string{"code .", "gh extension list", "pre-commit run --all-files"},
			},
		},
	}
}
