// Package clients proves the guardrails on the real clients: each story is
// played by a scripted model, in a network namespace that has loopback only,
// with an empty home, a dummy key, and telemetry and updates off.
//
// The clients are installed by scripts/clients, which also runs these tests
// (they need the build tag "clients"). Antigravity has no client that can be
// installed; docs/clients.md says what stands in for it.
package clients
