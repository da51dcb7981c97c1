package golden

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"slc"
)

// sourceEnding is that of kernels.
const sourceEnding = ".slang"

// endings of expected files, behind the kernel's name; by slc.Target.
var endings = [...]string{slc.SPIRV: ".spvasm", slc.SPIRVAsm: ".spvasm", slc.HLSL: ".hlsl", slc.Metal: ".metal"}

func matchOne(pattern, name string) (bool, error) { return path.Match(pattern, name) }

// maxDepth bounds the parts of a pattern, and with them the search for what ** stands for.
const maxDepth = 32

func matchParts(pattern, name []string) (bool, error) {
	if len(pattern) > maxDepth {
		return false, path.ErrBadPattern
	}
	if len(pattern) == 0 {
		return len(name) == 0, nil
	}
	if pattern[0] == "**" {
		for i := range len(name) + 1 {
			if ok, err := matchParts(pattern[1:], name[i:]); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	if len(name) == 0 {
		name = []string{""} // the pattern may still be wrong
		_, err := path.Match(pattern[0], name[0])
		return false, err
	}
	ok, err := path.Match(pattern[0], name[0])
	if !ok || err != nil {
		return false, err
	}
	return matchParts(pattern[1:], name[1:])
}

// kernel is one source file to compile.
type kernel struct {
	name  string // relative to the folder of the run, with slashes
	path  string // to open
	named bool   // by slc.toml: it must have an entry point
	job   *job
}

// tree is what lies in the folder of a run.
type tree struct {
	dir      string
	kernels  []*kernel
	expected []string // names of files that look like expected ones, sorted
	patterns bool     // an slc.toml names the kernels
}

// readTree finds kernels and expected files below dir; folders whose names start with a dot
// and symbolic links to folders are passed over, except dir itself, and so is what is no file, as a named pipe.
func readTree(dir string) (*tree, error) {
	t := &tree{dir: dir}
	configs := map[string]*folder{}
	// The separator makes the walk enter dir through a symbolic link.
	err := filepath.WalkDir(strings.TrimRight(dir, string(filepath.Separator))+string(filepath.Separator), func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if e.IsDir() {
			if rel != "." && strings.HasPrefix(e.Name(), ".") {
				return filepath.SkipDir
			}
			own, err := readConfig(name)
			if own == nil {
				own = configs[path.Dir(rel)]
			}
			configs[rel] = own
			t.patterns = t.patterns || own != nil && len(own.file.Kernels) > 0
			return err
		}
		if !isFile(name, e) {
			return nil
		}
		if isExpected(rel) {
			t.expected = append(t.expected, rel)
		}
		if k, err := newKernel(name, rel, configs[path.Dir(rel)]); err != nil {
			return err
		} else if k != nil {
			t.kernels = append(t.kernels, k)
		}
		return nil
	})
	slices.Sort(t.expected)
	return t, err
}

// isFile reports whether an entry of a folder is a file or a link to one; opening another one, as a pipe, could wait for ever.
func isFile(name string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular() // that a link leads nowhere is told when it is read
}

func isExpected(name string) bool {
	ending := path.Ext(name)
	return slices.Contains(endings[:], ending) && strings.HasSuffix(strings.TrimSuffix(name, ending), sourceEnding)
}

// newKernel is the kernel that a file is; nil if it is none.
func newKernel(name, rel string, f *folder) (*kernel, error) {
	k := &kernel{name: rel, path: name}
	s := settings{}
	dir := ""
	if f == nil {
		if path.Ext(rel) != sourceEnding {
			return nil, nil
		}
	} else {
		dir = f.dir
		own, err := filepath.Rel(f.dir, name)
		if err != nil {
			return nil, err
		}
		own = filepath.ToSlash(own)
		if len(f.file.Kernels) == 0 && path.Ext(rel) != sourceEnding || matchAny(f.file.Exclude, own) ||
			len(f.file.Kernels) > 0 && !matchAny(f.file.Kernels, own) || own == ConfigName {
			return nil, nil
		}
		k.named = len(f.file.Kernels) > 0
		s = f.settingsOf(own)
	}
	if isExpected(rel) {
		return nil, nil
	}
	var err error
	if k.job, err = s.job(dir); err != nil {
		return nil, configError{filepath.Join(dir, ConfigName) + ": " + err.Error()}
	}
	return k, nil
}

func matchAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := match(p, name)
		return ok
	})
}

// isKernel guesses from the text alone whether a file has an entry point; a file to include that
// does not compile by itself has none.
func isKernel(name string) bool {
	text, err := os.ReadFile(name)
	return err != nil || strings.Contains(string(text), "numthreads") || strings.Contains(string(text), "shader(")
}
