package frontend

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
)

// Limits of the modules of one compilation.
const (
	maxModules     = 1000 // files that imports and __includes name, together
	maxModuleDepth = 64   // modules that import each other
)

// Loader reads the files of a compilation and the modules that they import.
//
// Every file is preprocessed on its own: it sees the -D options and no macro of the file that
// names it. A module is read once, however often it is imported; what it stands for is its file,
// not its name.
type Loader struct {
	opts  preproc.Options
	m     *source.Map
	diags *diag.List
	enter func(stage string)

	// Memo, when set, is asked before a file is parsed.
	Memo *Memo

	// Deps are the paths that were read, in order, each once.
	Deps []string
	// Inherit says so of the files of the translation unit, as ast.Module.Inherit does of modules.
	Inherit bool
	// Missing are the paths that were asked for and could not be read, in order.
	Missing []string

	read    map[string]readResult
	mains   []string
	modules map[string]*loading // by path
	stack   []*loading          // modules being loaded, outermost first
	count   int
	full    bool // the limit on files was reported
}

type readResult struct {
	content []byte
	err     error
}

// loading is a module that was asked for.
type loading struct {
	path   string
	module *ast.Module // nil while it is loaded, and if it cannot be
	asked  source.Span // the import that started to load it
	files  []string    // that belong to it
}

// inheritVersion is the version of the language since which members are as visible as their type.
const inheritVersion = 2026

// NewLoader prepares to read files by opts.ReadFile. enter is told the stage of the work
// that begins.
func NewLoader(opts preproc.Options, m *source.Map, diags *diag.List, enter func(stage string)) *Loader {
	l := &Loader{opts: opts, m: m, diags: diags, enter: enter, read: map[string]readResult{}, modules: map[string]*loading{}}
	l.opts.ReadFile = func(name string) ([]byte, error) {
		r, ok := l.read[name]
		if !ok {
			r.content, r.err = opts.ReadFile(name)
			l.read[name] = r
			if r.err != nil {
				l.Missing = append(l.Missing, name)
			}
		}
		return r.content, r.err
	}
	return l
}

// Load parses the files of one translation unit as one tree and loads what they import; nil if
// one of them could not be preprocessed. stdin is the name among files that stands for standard input.
func (l *Loader) Load(files []string, stdin string) *ast.File {
	for _, name := range files {
		if name != stdin {
			l.mains = append(l.mains, filepath.Clean(name))
		}
	}
	unit := &loading{}
	l.stack = []*loading{unit}
	unit.files = slices.Clone(l.mains)
	var all *ast.File
	for _, name := range files {
		pre := l.preprocess(name, stdin)
		l.Inherit = l.Inherit || pre.Version >= inheritVersion
		file := l.parse(pre)
		if file == nil {
			return nil
		}
		at := ""
		if name != stdin {
			at = filepath.Clean(name)
		}
		if all == nil {
			all = file
		}
		file.Decls = l.resolve(unit, at, file, "")
		if all != file {
			all.Decls = append(all.Decls, file.Decls...)
		}
	}
	return all
}

// Arguments parses generic arguments that the command line gives; nil if one of them is not exactly one
// argument, which is reported.
func (l *Loader) Arguments(args []string) []ast.Expr {
	out := make([]ast.Expr, 0, len(args))
	for _, arg := range args {
		faults := l.diags.Faults()
		file := l.parse(preproc.RunSource(l.opts, l.m, l.diags, "<-specialize>", "", []byte("typealias argument = generic<"+arg+">;")))
		if x := loneArgument(file); x != nil && l.diags.Faults() == faults {
			out = append(out, x)
			continue
		}
		l.diags.Report(diag.BadSpecialization, source.Span{}, "'%s' is no generic argument", arg)
		return nil
	}
	return out
}

// loneArgument is x of typealias argument = generic<x>; nil for any other file.
func loneArgument(file *ast.File) ast.Expr {
	if file == nil || len(file.Decls) != 1 {
		return nil
	}
	d, ok := file.Decls[0].(*ast.TypeAliasDecl)
	if !ok {
		return nil
	}
	n, ok := d.Type.(*ast.NamedType)
	if !ok || len(n.Path) != 1 || len(n.Path[0].Args) != 1 {
		return nil
	}
	return n.Path[0].Args[0]
}

// preprocess runs the preprocessor over a file of the command line. Standard input has no
// path: it is shown as <stdin> and is no dependency.
func (l *Loader) preprocess(name, stdin string) preproc.Result {
	l.enter("preprocessing")
	if name != stdin {
		return preproc.Run(l.opts, l.m, l.diags, name)
	}
	content, err := l.opts.ReadFile(name)
	if err != nil {
		l.diags.Report(diag.FileNotFound, source.Span{}, "cannot read standard input: %v", err)
		return preproc.Result{Truncated: true}
	}
	return preproc.RunSource(l.opts, l.m, l.diags, "<stdin>", "", content)
}

func (l *Loader) parse(pre preproc.Result) *ast.File {
	for _, d := range pre.Deps {
		if !slices.Contains(l.Deps, d) {
			l.Deps = append(l.Deps, d)
		}
	}
	if pre.Truncated {
		return nil
	}
	l.enter("parsing")
	return l.Memo.parse(pre.Tokens, l.m, l.diags)
}

// resolve loads what the declarations of a file of unit import and include, and returns them
// with those of the files it includes, which follow their __include. module is the name of the
// module that an included file belongs to.
func (l *Loader) resolve(unit *loading, at string, file *ast.File, module string) []ast.Decl {
	if !slices.ContainsFunc(file.Decls, concernsModules) {
		return file.Decls
	}
	for i, d := range file.Decls {
		if d, ok := d.(*ast.ImportDecl); ok && d.Kind.Text == "module" && module == "" {
			l.checkModuleDecl(file.Decls[:i], d)
			module = l.moduleName(d, at)
		}
	}
	return l.resolveDecls(unit, at, file.Decls, module)
}

// concernsModules reports whether a declaration is one of those that resolveDecls looks at.
func concernsModules(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.ImportDecl:
		return true
	case *ast.NamespaceDecl:
		return slices.ContainsFunc(d.Members, concernsModules)
	}
	return false
}

func (l *Loader) resolveDecls(unit *loading, at string, decls []ast.Decl, module string) []ast.Decl {
	out := make([]ast.Decl, 0, len(decls))
	for _, d := range decls {
		out = append(out, d)
		switch d := d.(type) {
		case *ast.NamespaceDecl:
			if slices.ContainsFunc(d.Members, concernsModules) {
				d.Members = l.resolveDecls(unit, at, d.Members, module)
			}
		case *ast.ImportDecl:
			switch d.Kind.Text {
			case "import":
				l.importModule(unit, at, d)
			case "__include":
				out = append(out, l.includeFile(unit, at, d, module)...)
			}
		}
	}
	return out
}

// importModule loads the module that d names.
func (l *Loader) importModule(unit *loading, at string, d *ast.ImportDecl) {
	if d.Path == "" || d.Path == "glsl" || d.Path == "experimental.workgraph" { // built in
		return
	}
	path, content := l.find(at, d)
	if path == "" {
		return
	}
	if slices.Contains(unit.files, path) && unit == l.stack[0] && len(l.mains) > 1 && path != at {
		return // another file of the same command: its names are visible already
	}
	if slices.ContainsFunc(l.stack, func(m *loading) bool { return slices.Contains(m.files, path) }) {
		l.cycle(path, d)
		return
	}
	m, ok := l.modules[path]
	if !ok {
		if !l.admit(d) {
			return
		}
		m = &loading{path: path, asked: d.Span(), files: []string{path}}
		l.modules[path] = m
		l.stack = append(l.stack, m)
		l.loadModule(m, content, d)
		l.stack = l.stack[:len(l.stack)-1]
	}
	d.Loaded = m.module
}

func (l *Loader) loadModule(m *loading, content []byte, d *ast.ImportDecl) {
	l.enter("preprocessing")
	pre := preproc.RunSource(l.opts, l.m, l.diags, m.path, m.path, content)
	file := l.parse(pre)
	if file == nil {
		return
	}
	name := strings.TrimSuffix(filepath.Base(m.path), ".slang")
	for _, decl := range file.Decls {
		own, ok := decl.(*ast.ImportDecl)
		if !ok {
			continue
		}
		switch own.Kind.Text {
		case "module":
			name = l.moduleName(own, m.path)
		case "implementing":
			l.diags.Report(diag.ModuleStructure, d.Target.Range, "'%s' is a part of the module '%s', not a module", m.path, own.Path).
				WithHelp("import the module itself").
				Note(own.Span(), "this says so")
			return
		}
	}
	file.Decls = l.resolve(m, m.path, file, "")
	m.module = &ast.Module{Name: name, Path: m.path, File: file, Open: !controlsAccess(file.Decls), Inherit: pre.Version >= inheritVersion}
}

// includeFile returns the declarations of the file that an __include names; none if the
// module has it already.
func (l *Loader) includeFile(unit *loading, at string, d *ast.ImportDecl, module string) []ast.Decl {
	if d.Path == "" {
		return nil
	}
	path, content := l.find(at, d)
	if path == "" || slices.Contains(unit.files, path) || !l.admit(d) {
		return nil
	}
	unit.files = append(unit.files, path)
	l.enter("preprocessing")
	file := l.parse(preproc.RunSource(l.opts, l.m, l.diags, path, path, content))
	if file == nil || !l.checkImplements(file, path, d, module) {
		return nil
	}
	if module == "" {
		module = strings.TrimSuffix(filepath.Base(at), ".slang")
	}
	return l.resolve(unit, path, file, module)
}

// checkModuleDecl: nothing comes before a module declaration.
func (l *Loader) checkModuleDecl(before []ast.Decl, d *ast.ImportDecl) {
	for _, other := range before {
		if _, empty := other.(*ast.EmptyDecl); !empty {
			l.diags.Report(diag.ModuleStructure, d.Span(), "a module declaration must be the first declaration of its file").
				Note(other.Span(), "this comes before it")
			return
		}
	}
}

// checkImplements: an included file says which module it is a part of.
func (l *Loader) checkImplements(file *ast.File, path string, d *ast.ImportDecl, module string) bool {
	for _, decl := range file.Decls {
		own, ok := decl.(*ast.ImportDecl)
		if !ok {
			continue
		}
		switch {
		case own.Kind.Text == "module":
			l.diags.Report(diag.ModuleStructure, d.Target.Range, "'%s' is a module of its own, not a part of this one", path).
				WithHelp("import it").
				Note(own.Span(), "this says so")
			return false
		case own.Kind.Text != "implementing":
		case module != "" && plainName(own.Path) != plainName(module):
			l.diags.Report(diag.ModuleStructure, d.Target.Range, "'%s' is a part of the module '%s', not of '%s'", path, own.Path, module).
				Note(own.Span(), "this says so")
			return false
		default:
			return true
		}
	}
	l.diags.Report(diag.ModuleStructure, d.Target.Range, "'%s' does not say which module it is a part of", path).
		WithHelp("start it with 'implementing %s;'", orElse(module, "name"))
	return false
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// plainName is what two spellings of a module's name have in common.
func plainName(name string) string {
	name = strings.TrimSuffix(strings.ReplaceAll(name, `\`, "/"), ".slang")
	return strings.ReplaceAll(name[strings.LastIndexAny(name, "/.")+1:], "-", "_")
}

func (l *Loader) moduleName(d *ast.ImportDecl, at string) string {
	if d.Path != "" {
		return d.Path
	}
	return strings.TrimSuffix(filepath.Base(at), ".slang")
}

// admit counts another file against the limits.
func (l *Loader) admit(d *ast.ImportDecl) bool {
	l.count++
	switch {
	case l.full:
		return false
	case l.count > maxModules:
		l.full = true
		l.diags.Report(diag.IncludeTooDeep, d.Span(), "more than %d files are imported", maxModules)
		return false
	case len(l.stack) > maxModuleDepth:
		l.full = true
		l.diags.Report(diag.IncludeTooDeep, d.Span(), "modules import each other more than %d deep", maxModuleDepth)
		return false
	}
	return true
}

// cycle reports an import of a module that is being loaded, with the imports that led to it.
func (l *Loader) cycle(path string, d *ast.ImportDecl) {
	first := slices.IndexFunc(l.stack, func(m *loading) bool { return slices.Contains(m.files, path) })
	report := l.diags.Report(diag.ModuleCycle, d.Target.Range, "'%s' imports itself%s", path, through(l.stack[first+1:]))
	for _, m := range l.stack[first+1:] {
		report.Note(m.asked, "'%s' is imported here", m.path)
	}
}

func through(chain []*loading) string {
	const shown = 8
	var names []string
	for i, m := range chain {
		if i == shown {
			names = append(names, "…")
			break
		}
		names = append(names, "'"+m.path+"'")
	}
	if names == nil {
		return ""
	}
	return " through " + strings.Join(names, ", ")
}

// find reads the file that d names, which a file at path at asks for. As in slangc the name is
// taken as written first, then with - for each _.
func (l *Loader) find(at string, d *ast.ImportDecl) (file string, content []byte) {
	var tried []string
	for _, name := range fileNames(d) {
		found, content, missing := preproc.Find(l.opts, at, name)
		if found != "" {
			return found, content
		}
		tried = append(tried, missing...)
	}
	for i := range tried {
		tried[i] = "'" + tried[i] + "'"
	}
	what := "module"
	if d.Kind.Text == "__include" {
		what = "file"
	}
	l.diags.Report(diag.ModuleNotFound, d.Target.Range, "cannot find the %s '%s'", what, d.Path).
		WithHelp("looked for %s; further directories are given with -I", strings.Join(tried, ", "))
	return "", nil
}

// fileNames are the files that a name may stand for, the best first.
func fileNames(d *ast.ImportDecl) []string {
	name := strings.ReplaceAll(d.Path, `\`, "/")
	if !d.Quoted {
		name = strings.ReplaceAll(name, ".", "/")
	}
	if strings.EqualFold(path.Ext(name), ".slang") {
		return []string{name}
	}
	names := []string{name + ".slang"}
	if dashed := strings.ReplaceAll(name, "_", "-"); dashed != name {
		names = append(names, dashed+".slang")
	}
	return names
}

// controlsAccess reports whether the declarations of a module are of the language with access
// control; those of a file without are all public.
func controlsAccess(decls []ast.Decl) bool {
	for _, d := range decls {
		if m := d.Mods(); m.Has("public") != nil || m.Has("internal") != nil || m.Has("private") != nil {
			return true
		}
		switch d := d.(type) {
		case *ast.ImportDecl:
			if d.Kind.Text != "import" {
				return true
			}
		case *ast.NamespaceDecl:
			if controlsAccess(d.Members) {
				return true
			}
		case *ast.StructDecl:
			if controlsAccess(d.Members) {
				return true
			}
		case *ast.InterfaceDecl:
			if controlsAccess(d.Members) {
				return true
			}
		case *ast.ExtensionDecl:
			if controlsAccess(d.Members) {
				return true
			}
		}
	}
	return false
}
