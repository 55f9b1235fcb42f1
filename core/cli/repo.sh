#!/bin/sh
# Written by "@PROGRAM@ install --repo". Runs the hook binary in the machine of
# an agent where nothing is installed: only a binary whose digest stands here.
#
#   sh SCRIPT hook ...       answer one event on stdin; without the binary: deny
#   sh SCRIPT --fetch URL    put the binary in place, when the machine is set up
set -u
program=@PROGRAM@
digests='@DIGESTS@'

# deny blocks a tool call by its status and tells why by the object. Its text
# must need no escapes.
deny() {
	printf '{"permissionDecision":"deny","permissionDecisionReason":"Tempa: %s; blocking (fail closed)"}\n' "$1"
	printf 'tempa: %s; blocking (fail closed)\n' "$1" >&2
	exit 2
}

# digest prints the SHA-256 of a file.
digest() {
	if command -v sha256sum >/dev/null 2>&1; then
		sha256sum <"$1" | cut -d ' ' -f 1
	elif command -v shasum >/dev/null 2>&1; then
		shasum -a 256 <"$1" | cut -d ' ' -f 1
	fi
}

# pinned reports whether a file is one of the binaries that may run.
pinned() {
	sum=$(digest "$1")
	[ ${#sum} -eq 64 ] || return 1
	for d in $digests; do
		[ "$d" = "$sum" ] && return 0
	done
	return 1
}

root=$(cd "$(dirname "$0")/../.." 2>/dev/null && pwd -P) || deny 'the repository was not found'

if [ "${1-}" = --fetch ]; then
	url=${2-}
	[ -n "$url" ] || { echo "usage: sh $0 --fetch URL" >&2; exit 1; }
	dir=$root/.git/tempa
	[ -d "$root/.git" ] || dir=$root/.github/bin
	mkdir -p "$dir" || exit 1
	new=$dir/.$program.$$
	trap 'rm -f "$new"' EXIT
	curl --fail --silent --show-error --location --max-time 120 --output "$new" "$url" || exit 1
	pinned "$new" || { echo "what $url gave is not the pinned $program" >&2; exit 1; }
	chmod 755 "$new" && mv "$new" "$dir/$program" || exit 1
	# Where the agent works in another checkout, the machine's own folder helps.
	sudo -n sh -c 'mkdir -p /opt/tempa/bin && cp "$1" /opt/tempa/bin/' sh "$dir/$program" 2>/dev/null || :
	exit 0
fi

cd "$root" || deny 'the repository was not found'
found=
for file in "$root/.git/tempa/$program" /opt/tempa/bin/"$program" "$root/.github/bin/$program"; do
	[ -f "$file" ] || continue
	found=$file
	pinned "$file" && exec "$file" "$@"
done
[ -z "$found" ] || deny 'the hook binary in this repository or in /opt/tempa is not the pinned one'

# On a developer's own machine the installed hook judges by the same bundle.
file=${HOME:-/nonexistent}/.tempa/bin/$program
[ -x "$file" ] && exec "$file" "$@"
deny 'the hook binary is not here; the setup of this agent has to fetch it (sh .github/hooks/@PROGRAM@.sh --fetch URL)'
