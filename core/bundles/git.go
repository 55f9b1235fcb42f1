package bundles

import "github.com/tempahq/tempa/core/rule"

func git(with settings) Bundle {
	branches := with.or("branches", words("main master release/*"))
	g := words("git")
	var named, deleted []string
	for _, b := range branches {
		for _, ref := range []string{b, "refs/heads/" + b} {
			named = append(named, ref, "*:"+ref, "+"+ref)
			deleted = append(deleted, ":"+ref)
		}
	}
	return Bundle{
		ID:    "git",
		Title: "Git",
		Summary: "Keeps protected branches and the checks on commits in place. " +
			"Commits, topic branches and pushes to them pass. A push that names no branch passes too: where it goes is known to git only, so the server has to protect the branch as well.",
		Config: []Option{
			{Name: "branches", Example: "[main, release/*]", Default: words("main master release/*"), Doc: "The protected branches, as globs."},
		},
		Rules: []Rule{
			{
				ID: "push-protected", Effect: rule.Ask,
				Reason:  "It pushes to a protected branch.",
				Instead: "Push a topic branch and open a pull request.",
				Rows: commands(
					rule.Command{Programs: g, Words: words("push"), Operands: named, NoFlags: words("-n --dry-run")},
					rule.Command{Programs: g, Words: words("push"), Flags: flags("--all --branches --mirror")},
					rule.Command{Programs: g, Words: words("send-pack")},
				),
				Matches: []string{"git push origin main", "git push origin HEAD:main", "git push origin topic:release/1.2", "git -C sub push origin master", "git push --all", "git push -u origin HEAD:refs/heads/main"},
				Passes:  []string{"git push -u origin topic", "git push", "git push origin HEAD", "git pull origin main", "git push origin main-menu", "git fetch origin main"},
			},
			{
				ID: "rewrite-protected", Effect: rule.Deny,
				Reason:  "It rewrites or removes a protected branch on the server.",
				Instead: "Revert with a new commit on a topic branch.",
				Rows: commands(
					rule.Command{Programs: g, Words: words("push"), Flags: flags("-f --force --force-with-lease --delete -d"), Operands: named},
					rule.Command{Programs: g, Words: words("push"), Operands: append(deleted, plus(named)...)},
				),
				Matches: []string{"git push --force origin main", "git push origin +main", "git push origin --delete main", "git push origin :release/1.0", "git push --force-with-lease origin HEAD:master"},
				Passes:  []string{"git push --force-with-lease origin topic", "git push origin main"},
			},
			{
				ID: "remote-delete", Effect: rule.Ask,
				Reason:  "It removes a branch or tag on the server.",
				Instead: "Leave it for the pull request to clean up, or name it to the developer.",
				Rows: commands(
					rule.Command{Programs: g, Words: words("push"), Flags: flags("--delete -d --prune")},
					rule.Command{Programs: g, Words: words("push"), Operands: words(":*"), NotOperands: words(":")},
				),
				Matches: []string{"git push origin --delete topic", "git push origin :topic", "git push -d origin topic", "git push origin :refs/tags/v1"},
				Passes:  []string{"git push origin topic", "git branch -d topic", "git fetch --prune"},
			},
			{
				ID: "tag-change", Effect: rule.Ask,
				Reason:  "It moves or removes a tag that releases may be built from.",
				Instead: "Make a new tag.",
				Rows: commands(
					rule.Command{Programs: g, Words: words("tag"), Flags: flags("-d --delete -f --force")},
				),
				Matches: []string{"git tag -d v1.0", "git tag -f v1.0 HEAD"},
				Passes:  []string{"git tag", "git tag -l 'v1.*'", "git tag -a v1.1 -m 'v1.1'"},
			},
			{
				ID: "skip-checks", Effect: rule.Ask,
				Reason:  "It skips the checks that the project runs on commits and pushes.",
				Instead: "Run the checks and mend what they find.",
				Rows: rows(patterns("git", "git -c core.hooksPath=*", "git -c core.hookspath=*"), commands(
					rule.Command{Programs: g, Words: words("commit|merge|cherry-pick|rebase|am|push"), Flags: flags("--no-verify")},
					rule.Command{Programs: g, Words: words("commit"), Flags: flags("-n")},
					rule.Command{Assigns: words("HUSKY HUSKY_SKIP_HOOKS SKIP_HOOKS LEFTHOOK PRE_COMMIT_ALLOW_NO_CONFIG"), Programs: g},
				)),
				Matches: []string{`git commit --no-verify -m "wip"`, `git commit -nm "wip"`, "git push --no-verify", "HUSKY=0 git commit -m x", "git -c core.hooksPath=/dev/null commit -m x"},
				Passes:  []string{`git commit -m "add --no-verify to the docs"`, "git push -n", "git log -n 3", `git commit -m "$MSG"`, "git commit --amend --no-edit"},
			},
			{
				ID: "local-protected", Effect: rule.Ask,
				Reason:  "It moves, renames or removes a protected branch in this repository.",
				Instead: "Make a branch of your own from it.",
				Rows: commands(
					rule.Command{Programs: g, Words: words("branch"), Flags: flags("-f --force -D -d --delete -M -m --move"), Operands: branches},
					rule.Command{Programs: g, Words: words("update-ref"), Operands: prefixed("refs/heads/", branches)},
				),
				Matches: []string{"git branch -f main HEAD~3", "git branch -D main", "git branch -m main old", "git update-ref refs/heads/main HEAD~1"},
				Passes:  []string{"git branch topic", "git checkout main", "git branch -d topic", "git merge main"},
			},
			{
				ID: "admin-merge", Effect: rule.Ask,
				Reason:  "It merges past the project's reviews, or changes how the repository is protected.",
				Instead: "Ask for a review and let the checks finish.",
				Rows: rows(
					commands(
						rule.Command{Programs: words("gh"), Words: words("pr", "merge"), Flags: flags("--admin")},
						rule.Command{Programs: words("gh"), Words: words("repo", "edit"), Flags: flags("--visibility --default-branch --enable-auto-merge --delete-branch-on-merge")},
						rule.Command{Programs: words("gh"), Words: words("ruleset")},
						rule.Command{Programs: words("gh"), Words: words("api"), Operands: words("*/protectio[n]* */ruleset[s]*")},
					),
				),
				Matches: []string{"gh pr merge 3 --admin", "gh repo edit --visibility public", "gh api -X PUT repos/o/r/branches/main/protection"},
				Passes:  []string{"gh pr view 3", "gh pr create --fill", `gh api "repos/$R/pulls"`, "gh pr merge 3 --squash"},
			},
		},
	}
}

// plus keeps the refspecs that force.
func plus(refs []string) []string {
	var out []string
	for _, r := range refs {
		if r[0] == '+' {
			out = append(out, r)
		} else if r[0] == '*' {
			out = append(out, "+"+r)
		}
	}
	return out
}
