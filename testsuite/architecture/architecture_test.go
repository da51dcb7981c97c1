// Package architecture holds the rules of the house over the source itself: what
// may import what, how large a file may be, what runs before main.
package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// rooms are the packages of slc in the order in which data flows through them. A
// package imports only packages above it.
var rooms = []string{
	"frontend/source",
	"frontend/diag",
	"frontend/diag/render",
	"frontend/diag/explain",
	"frontend/token",
	"frontend/preproc",
	"frontend/ast",
	"grammar/lexer",
	"grammar/parser",
	"grammar",
	"grammar/generate",
	"frontend",
	"sema/types",
	"sema/builtin",
	"sema/typed",
	"sema/check",
	"sema",
	"lower/ir",
	"lower/pass",
	"lower",
	"lower/lint",
	"backend/limits",
	"backend/spirv/binary",
	"backend/spirv/binary/gen",
	"backend/spirv/features", // what a module asks of a device
	"backend/spirv",
	"backend/text",
	"backend/text/texttest",
	"backend/hlsl",
	"backend/metal",
	"backend/reflect",
	"interp",
	"memmodel",
	"memmodel/machine",
	"", // the Go API
	"cmd/slc-vulkan/vk",
	"cmd/slc-vulkan/job", // what slc run and the device runner say to each other
	"cmd/slc-vulkan",
	"cmd/slc-vulkan/bind",
	"cmd/slc/hostdata",
	"cmd/slc/edit",
	"cmd/slc/cache", // results on disk
	"cmd/slc/batch", // manifests and schedules
	"cmd/slc/golden",
	"cmd/slc/manual",
	"cmd/slc",
}

// walls are narrower than the order: the package (and those below its path, for a
// path that ends in /) imports of slc's packages only these.
var walls = []struct {
	room string
	may  []string
	why  string
}{
	{"frontend/", []string{"frontend/", "grammar/parser"}, "the front end knows no types and no targets"},
	{"sema/", []string{"frontend/source", "frontend/diag", "frontend/ast", "sema/"}, "meaning is found without a target"},
	{"sema/check", []string{"frontend/source", "frontend/diag", "sema/builtin", "sema/typed", "sema/types"}, "rules read the typed tree"},
	{"lower/", []string{"frontend/source", "frontend/diag", "sema/builtin", "sema/typed", "sema/types", "lower/"}, "lowering decides for every target"},
	{"lower/pass", []string{"sema/builtin", "sema/types", "lower/ir"}, "a pass is IR -> IR"},
	{"lower/ir", []string{"frontend/source", "sema/builtin", "sema/types"}, "the IR is a contract of its own"},
	{"backend/spirv/", []string{"frontend/source", "frontend/diag", "sema/builtin", "sema/types", "lower/ir", "backend/limits", "backend/spirv/"},
		"a backend reads IR; no front end, no other backend"},
	{"backend/limits", []string{"frontend/diag", "sema/types", "lower/ir"}, "limits are about entry points and memory"},
	{"backend/text/", []string{"frontend/source", "sema/builtin", "sema/types", "lower/ir", "backend/text/"}, "what HLSL and MSL share"},
	{"backend/hlsl", []string{"frontend/source", "frontend/diag", "sema/builtin", "sema/types", "lower/ir", "backend/limits", "backend/text"},
		"a backend reads IR; no front end, no other backend"},
	{"backend/metal", []string{"frontend/source", "frontend/diag", "sema/builtin", "sema/types", "lower/ir", "backend/limits", "backend/text"},
		"a backend reads IR; no front end, no other backend"},
	{"backend/reflect", []string{"sema/types", "lower/ir", "backend/spirv/binary", "backend/spirv/features"}, "reflection reads IR, and names SPIR-V's capabilities"},
	{"interp", []string{"frontend/source", "sema/builtin", "sema/types", "lower/ir"}, "the interpreter is a second reading of the IR, not of a backend"},
	{"memmodel", []string{"backend/spirv/binary"}, "the checker reads words, not what emitted them"},
	{"memmodel/machine", []string{"memmodel"}, "the machines read texts, not what printed them"},
	{"cmd/slc", []string{"", "frontend/diag", "frontend/diag/render", "frontend/diag/explain", "frontend/source", "lower/ir", "sema/types", "interp", "memmodel",
		"cmd/slc/hostdata", "cmd/slc/edit", "cmd/slc/cache", "cmd/slc/batch", "cmd/slc/golden", "cmd/slc/manual", "cmd/slc-vulkan/job", "cmd/slc-vulkan/bind"},
		"no compiler logic: options, how diagnostics look, and the resources of what slc run runs"},
	{"cmd/slc/golden", []string{"", "frontend/diag", "lower/ir", "backend/spirv/binary"}, "it compares texts and words: no compiler logic"},
	{"cmd/slc/edit", []string{"frontend/diag", "frontend/source"}, "edits are about texts"},
	{"cmd/slc/manual", nil, "the command line, described"},
	{"cmd/slc/hostdata", []string{"sema/types"}, "buffers from text and back need types only"},
	{"cmd/slc/cache", nil, "the cache keeps bytes under keys"},
	{"cmd/slc/batch", []string{""}, "a batch is a list of rows; what a row is compiled by is not its concern"},
	{"cmd/slc-vulkan", []string{"cmd/slc-vulkan/", "backend/spirv/binary", "backend/spirv/features"}, "the device runner links no compiler"},
	{"cmd/slc-vulkan/vk", nil, "bindings of the Vulkan library"},
	{"cmd/slc-vulkan/job", nil, "the device runner links no compiler"},
	{"cmd/slc-vulkan/bind", []string{"cmd/slc-vulkan/job", "lower/ir", "sema/types"}, "resources are read from the IR"},
}

// linked are the modules other than slc that the compiler may link.
var linked = []string{
	"github.com/antlr4-go/antlr/v4",
	"github.com/urfave/cli/v2",
	"github.com/sergi/go-diff", "github.com/pelletier/go-toml/v2", // of slc golden
	"github.com/bmatcuk/doublestar/v4",                                                                    // globs of a batch
	"github.com/cpuguy83/go-md2man/v2", "github.com/russross/blackfriday/v2", "github.com/xrash/smetrics", // of urfave/cli
}

// notLinked are packages that the program slc does without.
var notLinked = []string{"grammar/lexer", "grammar/generate", "backend/spirv/binary/gen", "memmodel/machine", "cmd/slc-vulkan", "cmd/slc-vulkan/vk"}

const module = "slc"

type pkg struct {
	ImportPath, Dir        string
	Imports                []string
	GoFiles, CgoFiles      []string
	TestGoFiles            []string
	XTestGoFiles           []string
	Standard               bool
	Module                 *struct{ Path string }
	Deps                   []string
	IgnoredGoFiles, HFiles []string
}

// room is the package's path below the module.
func room(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestImportOrder: every package is a room of the table and imports only rooms above it.
func TestImportOrder(t *testing.T) {
	for _, p := range list(t, "./...") {
		name, _ := room(p.ImportPath)
		if strings.HasPrefix(name, "testsuite/") {
			continue
		}
		at := slices.Index(rooms, name)
		if at < 0 {
			t.Errorf("%s has no place in the order of rooms", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if other, ok := room(imp); ok && !slices.Contains(rooms[:at], other) {
				t.Errorf("%s imports %s, which does not lie above it", p.ImportPath, imp)
			}
		}
	}
}

// TestWalls: some packages may see less than everything above them.
func TestWalls(t *testing.T) {
	all := list(t, "./...")
	for _, w := range walls {
		for _, p := range all {
			name, _ := room(p.ImportPath)
			if !matches(w.room, name) {
				continue
			}
			for _, imp := range p.Imports {
				if other, ok := room(imp); ok && !slices.ContainsFunc(w.may, func(m string) bool { return matches(m, other) }) {
					t.Errorf("%s imports %s: %s", p.ImportPath, imp, w.why)
				}
			}
		}
	}
}

// matches says whether pattern, a path or a path and what lies below it, names room.
func matches(pattern, room string) bool {
	dir, below := strings.CutSuffix(pattern, "/")
	return room == dir || below && strings.HasPrefix(room, pattern)
}

// TestLinkedPackages looks at everything that the program slc links.
func TestLinkedPackages(t *testing.T) {
	for _, p := range list(t, "-deps", "./cmd/slc") {
		name, own := room(p.ImportPath)
		switch {
		case p.Standard:
			if slices.Contains([]string{"testing", "net/http", "plugin", "runtime/cgo"}, p.ImportPath) {
				t.Errorf("slc links %s", p.ImportPath)
			}
		case own:
			if strings.HasPrefix(name, "testsuite/") || slices.Contains(notLinked, name) {
				t.Errorf("slc links %s", p.ImportPath)
			}
		case p.Module == nil || !slices.Contains(linked, p.Module.Path) && !strings.HasPrefix(p.Module.Path, "golang.org/x/"):
			t.Errorf("slc links %s of another module", p.ImportPath)
		}
	}
}
