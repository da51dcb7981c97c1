package lower

import ("testing";"os";"fmt";"slc/lower/ir";"slc/frontend/diag";"path/filepath";"slc/frontend/preproc";"slc/frontend/source";"slc/frontend";"slc/sema")

func TestScratch(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("SCRATCH"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		m, diags := source.NewMap(), &diag.List{}
		toks := preproc.RunSource(preproc.Options{ReadFile: os.ReadFile}, m, diags, f, f, text).Tokens
		p := sema.Analyze(frontend.Parse(toks, m, diags), sema.Options{GLSL: os.Getenv("GLSL")!=""}, diags)
		if diags.HasErrors() {
			for _, d := range diags.All() { if d.Severity>=diag.Error { fmt.Printf("SEMA %s %v: %s %s\n", filepath.Base(f), m.Locate(d.Span.Start), d.Code.ID, d.Message); if os.Getenv("ALL")=="" {break} } }
			continue
		}
		for _, tg := range []Target{SPIRV,HLSL,Metal} {
			func() {
				defer func() { if e := recover(); e != nil { fmt.Printf("PANIC %s %v %v\n", filepath.Base(f), tg, e); if os.Getenv("STACK")!="" {panic(e)} } }()
				o := Options{Caps: CapsFor(tg,0)}
				if os.Getenv("OPT")!="" { o.Optimize=1 }
				d2 := &diag.List{}
				mod := Lower(p, p.Entries, o, d2)
				for _, d := range d2.All() { fmt.Printf("DIAG %s %v %v: %s %s\n", filepath.Base(f), tg, m.Locate(d.Span.Start), d.Code.ID, d.Message) }
				if d2.HasErrors() { return }
				if err := ir.Verify(mod); err != nil { fmt.Printf("VERIFY %s %v %v\n", filepath.Base(f), tg, err); }
				if os.Getenv("PRINT")==tg.String() { fmt.Println(mod) } else {
				fmt.Printf("ok %s %v\n", filepath.Base(f), tg) }
			}()
		}
	}
}
