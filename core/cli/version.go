package cli

import (
	"runtime/debug"

	"github.com/tempahq/tempa/core/diagnosis"
)

const corePath = "github.com/tempahq/tempa/core"

func (r *run) versions() diagnosis.Versions {
	v := diagnosis.Versions{Program: r.dialect.Info().Program, Version: "unknown", Core: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version, v.Go = info.Main.Version, info.GoVersion
	for _, dep := range info.Deps {
		if dep.Path == corePath {
			v.Core = dep.Version
		}
	}
	return v
}

func (r *run) version(args []string) error {
	fs := r.flags(usageVersion)
	asJSON := fs.bool("json")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	v := r.versions()
	if *asJSON {
		return r.printJSON(v)
	}
	r.printf("%s %s (core %s, %s)\n", v.Program, v.Version, v.Core, v.Go)
	return nil
}
