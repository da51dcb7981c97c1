package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"slc"
)

func (l *outputList) setHeader(s string) error {
	if !slices.Contains(slc.HeaderLanguages(), s) {
		return fmt.Errorf("a header is written in %s, not '%s'", strings.Join(slc.HeaderLanguages(), " or "), s)
	}
	l.items = append(l.items, requested{header: s})
	return nil
}

// requestHeader asks for the header that the command line names, and returns its file.
func requestHeader(c *cli.Context, a *compileArgs, req *slc.Request) (file string, err error) {
	for _, r := range a.outputs.items {
		switch {
		case r.header == "":
			continue
		case req.Header != "":
			return "", usagef("-emit-header stands twice")
		}
		req.Header, file = r.header, r.file
		if file == "" {
			file = stdName
		}
	}
	switch name := c.String("header-package"); {
	case name == "":
	case req.Header != "go":
		return "", usagef("-header-package needs -emit-header go")
	case !slc.IsGoPackage(name):
		return "", usagef("'%s' is not a package name", name)
	default:
		req.HeaderPackage = name
	}
	return file, nil
}
