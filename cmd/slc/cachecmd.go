package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"slc/cmd/slc/cache"
)

func cacheCommand(env *environment) *cli.Command {
	return &cli.Command{
		Name:      "cache",
		Usage:     "show or shrink a cache directory of compile",
		ArgsUsage: "stats|prune",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "cache", Usage: "the cache `DIR`"},
			&cli.StringFlag{Name: "max-size", Usage: "prune: keep at most `SIZE` of what was used last, such as 500M or 2G"},
			&cli.StringFlag{Name: "max-age", Usage: "prune: remove what was not used for `AGE`, such as 30d or 12h"},
		},
		OnUsageError: usageErrorHandler,
		Action:       func(c *cli.Context) error { return runCache(c, env) },
	}
}

func runCache(c *cli.Context, env *environment) error {
	if c.NArg() != 1 {
		return usagef("cache needs stats or prune")
	}
	if c.String("cache") == "" {
		return usagef("cache needs -cache DIR")
	}
	store, err := cache.Existing(c.String("cache"))
	if err != nil {
		return usagef("%v", err)
	}
	switch c.Args().First() {
	case "stats":
		if c.String("max-size") != "" || c.String("max-age") != "" {
			return usagef("-max-size and -max-age belong to prune")
		}
		st, err := store.Stats()
		if err != nil {
			return usagef("%v", cause(err))
		}
		fmt.Fprintf(env.stdout, "results: %d\nfiles: %d\nsize: %s\n", st.Results, st.Files, formatSize(st.Bytes))
		if st.Files > 0 {
			fmt.Fprintf(env.stdout, "used: %s to %s\n", st.Oldest.UTC().Format(time.RFC3339), st.Newest.UTC().Format(time.RFC3339))
		}
		return nil
	case "prune":
		limits, err := pruneLimits(c)
		if err != nil {
			return err
		}
		st, err := store.Prune(limits, time.Now())
		if err != nil {
			return usagef("%v", cause(err))
		}
		fmt.Fprintf(env.stdout, "removed: %d results, %d files, %s\n", st.Results, st.Files, formatSize(st.Bytes))
		return nil
	}
	return usagef("unknown action '%s' of cache: stats or prune", c.Args().First())
}

func pruneLimits(c *cli.Context) (l cache.Limits, err error) {
	l = cache.Limits{Bytes: -1, Age: -1}
	size, age := c.String("max-size"), c.String("max-age")
	if size == "" && age == "" {
		return l, usagef("prune needs -max-size or -max-age")
	}
	if size != "" {
		if l.Bytes, err = parseSize(size); err != nil {
			return l, err
		}
	}
	if age != "" {
		l.Age, err = parseAge(age)
	}
	return l, err
}

// sizeUnits are powers of 1024.
const sizeUnits = "KMGT"

func parseSize(s string) (int64, error) {
	digits := strings.TrimSuffix(strings.TrimSuffix(s, "B"), "i")
	factor := int64(1)
	if n := len(digits); n > 0 {
		if at := strings.IndexByte(sizeUnits, digits[n-1]); at >= 0 {
			digits = digits[:n-1]
			factor = 1 << (10 * (at + 1))
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > (1<<62)/factor {
		return 0, usagef("-max-size: '%s' is no size: a number, and K, M, G or T", s)
	}
	return n * factor, nil
}

func parseAge(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 100_000 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	} else if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return d, nil
	}
	return 0, usagef("-max-age: '%s' is no age: a number and d, h, m or s", s)
}

func formatSize(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	f, unit := float64(n)/1024, 0
	for f >= 1024 && unit < len(sizeUnits)-1 {
		f, unit = f/1024, unit+1
	}
	return fmt.Sprintf("%.1f %ciB", f, sizeUnits[unit])
}
