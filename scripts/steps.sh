# Runs named steps, says how long each took, stops at the first that fails.
# Sourced by scripts/check and scripts/test.

begin=$SECONDS

step() {
	local name=$1 from=$SECONDS
	shift
	printf '== %s\n' "$name"
	if ! "$@"; then
		printf '== FAILED: %s (%ss)\n' "$name" "$((SECONDS - from))" >&2
		exit 1
	fi
	printf '== ok: %s (%ss)\n' "$name" "$((SECONDS - from))"
}

finish() { printf '== all steps passed in %ss\n' "$((SECONDS - begin))"; }
