package docs

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// programOptions are the options of every command, as its help lists them: command, then name.
func programOptions(t *testing.T) map[string][]string {
	t.Helper()
	slc := filepath.Join(t.TempDir(), "slc")
	build := exec.Command("go", "build", "-o", slc, "./cmd/slc")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	help := func(args ...string) string {
		out, err := exec.Command(slc, args...).Output()
		if err != nil {
			t.Fatalf("slc %s: %v", strings.Join(args, " "), err)
		}
		return string(out)
	}
	_, commands, _ := strings.Cut(help("-h"), "COMMANDS:\n")
	commands, _, _ = strings.Cut(commands, "\n\n")
	options := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^   ([a-z]+)[, ]`).FindAllStringSubmatch(commands, -1) {
		if m[1] == "help" {
			continue
		}
		list := []string{}
		for _, line := range strings.Split(help(m[1], "-h"), "\n") {
			if !regexp.MustCompile(`^   --?\w`).MatchString(line) {
				continue
			}
			names, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
			for _, n := range regexp.MustCompile(`(?:^|[ ,\[])--?([A-Za-z][\w-]*)`).FindAllStringSubmatch(names, -1) {
				if !slices.Contains(list, n[1]) {
					list = append(list, n[1])
				}
			}
		}
		options[m[1]] = list
	}
	return options
}

// optionWord is an option at the start of a word; braces, as in -fvk-{b,t,s,u}-shift, stand for several.
var optionWord = regexp.MustCompile(`(?:^|[\s(])--?([A-Za-z][\w-]*(?:\{[\w,]+\}[\w-]*)?)`)

// namedOptions are the options in a piece of code.
func namedOptions(code string) (list []string) {
	for _, m := range optionWord.FindAllStringSubmatch(code, -1) {
		head, rest, several := strings.Cut(m[1], "{")
		if !several {
			list = append(list, m[1])
			continue
		}
		choices, tail, _ := strings.Cut(rest, "}")
		for _, c := range strings.Split(choices, ",") {
			list = append(list, head+c+tail)
		}
	}
	return list
}

// foreign are options of other programs that the documents name.
var foreign = []string{"enable-16bit-types", "std", "update", "install", "race"}

// knows reports whether some command has the option; -W, -I, -D and -O may have their value attached.
func knows(options map[string][]string, name string) bool {
	for _, list := range options {
		if slices.Contains(list, name) {
			return true
		}
	}
	for _, short := range []string{"W", "I", "D", "O"} {
		if strings.HasPrefix(name, short) {
			return true
		}
	}
	return name == "h" || name == "help"
}

const (
	absentBegin = "<!-- absent options -->\n"
	absentEnd   = "<!-- end of absent options -->\n"
)

// TestOptions: every option that a document names exists, every option of every command is
// named in some document, and the options that docs/migration.md calls absent do not exist.
func TestOptions(t *testing.T) {
	options := programOptions(t)
	if len(options) < 8 || len(options["compile"]) < 30 {
		t.Fatalf("the help lists %v", options)
	}
	var named []string
	for _, d := range documents(t) {
		text := d.text
		if head, rest, ok := strings.Cut(text, absentBegin); ok {
			table, tail, _ := strings.Cut(rest, absentEnd)
			text = head + tail
			for _, row := range strings.Split(table, "\n") {
				if cells := strings.Split(row, "|"); len(cells) > 2 {
					text += "\n" + cells[2]
					for _, span := range inline.FindAllString(cells[1], -1) {
						if name := strings.Trim(span, "`-"); knows(options, name) {
							t.Errorf("%s: there is an option %s", d.path, name)
						}
					}
				}
			}
		}
		for _, c := range consoleCommands(text) {
			if _, rest, ok := strings.Cut(c.line, "./slc "); ok {
				rest, _, _ = strings.Cut(rest, "|")
				named = append(named, namedOptions(rest)...)
			}
		}
		for _, span := range inline.FindAllString(prose(text), -1) {
			span = strings.Trim(span, "`")
			own := strings.HasPrefix(span, "-") || strings.HasPrefix(span, "slc ")
			for _, name := range namedOptions(strings.ReplaceAll(span, `\|`, " ")) {
				if named = append(named, name); own && !knows(options, name) && !slices.Contains(foreign, name) {
					t.Errorf("%s: there is no option -%s (in `%s`)", d.path, name, span)
				}
			}
		}
	}
	for command, list := range options {
		for _, name := range list {
			if name != "help" && name != "h" && !slices.Contains(named, name) && !slices.ContainsFunc(named, func(n string) bool { return len(name) == 1 && strings.HasPrefix(n, name) }) {
				t.Errorf("no document names -%s of slc %s", name, command)
			}
		}
	}
}
