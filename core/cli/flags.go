package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// flagSet reads the flags of a command: -name or --name, a value behind = or as
// the next word, until -- or the first word that is no flag. It is by hand for
// the size of package flag, which every hook would carry.
type flagSet struct {
	usage func()
	flags []flag
	rest  []string // what stands behind the flags
}

// flag is a flag and where its value goes: a *bool, *string, *int64, or a
// *[]string when it may stand there more than once.
type flag struct {
	name string
	to   any
}

// errHelp is the error of -h, whose text is printed already.
var errHelp = errors.New("help")

func (s *flagSet) on(name string, to any) { s.flags = append(s.flags, flag{name, to}) }

func (s *flagSet) bool(name string) *bool {
	to := new(bool)
	s.on(name, to)
	return to
}

func (s *flagSet) text(name string) *string {
	to := new(string)
	s.on(name, to)
	return to
}

func (s *flagSet) parse(args []string) error {
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		word := args[0]
		if args = args[1:]; word == "--" {
			break
		}
		name, value, given := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
		to := s.find(name)
		_, isBool := to.(*bool)
		switch {
		case to == nil && (name == "h" || name == "help"):
			s.usage()
			return errHelp
		case to == nil:
			return fmt.Errorf("there is no flag %q; -h tells which there are", word)
		case given:
		case isBool:
			value = "true"
		case len(args) == 0:
			return fmt.Errorf("%s needs a value", word)
		default:
			value, args = args[0], args[1:]
		}
		if set(to, value) != nil {
			return fmt.Errorf("%q is no value for --%s", value, name)
		}
	}
	s.rest = args
	return nil
}

func (s *flagSet) find(name string) any {
	for _, f := range s.flags {
		if f.name == name {
			return f.to
		}
	}
	return nil
}

func set(to any, value string) (err error) {
	switch to := to.(type) {
	case *bool:
		*to, err = strconv.ParseBool(value)
	case *string:
		*to = value
	case *[]string:
		*to = append(*to, value)
	case *int64:
		*to, err = strconv.ParseInt(value, 10, 64)
	}
	return err
}
