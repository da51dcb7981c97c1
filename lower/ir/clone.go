package ir

// Clone copies a module as deep as a backend may rewrite it: resources, views, functions
// and entry points are new; types, constants and variables are shared.
func (m *Module) Clone() *Module {
	c := cloner{values: map[Value]Value{}, resources: map[*Resource]*Resource{}, funcs: map[*Func]*Func{}}
	out := *m
	out.Resources = c.resourceList(m.Resources)
	out.Unused = c.resourceList(m.Unused)
	out.Funcs = make([]*Func, len(m.Funcs))
	for i, fn := range m.Funcs {
		out.Funcs[i] = c.function(fn)
	}
	out.Entries = make([]*Entry, len(m.Entries))
	for i, e := range m.Entries {
		entry := *e
		entry.Func = c.funcs[e.Func]
		entry.Uses = make([]*Resource, len(e.Uses))
		for k, r := range e.Uses {
			entry.Uses[k] = c.resources[r]
		}
		out.Entries[i] = &entry
	}
	return &out
}

// cloner maps what was copied to its copy.
type cloner struct {
	values    map[Value]Value
	resources map[*Resource]*Resource
	funcs     map[*Func]*Func
}

func (c *cloner) resourceList(list []*Resource) []*Resource {
	var out []*Resource
	for _, r := range list {
		copied := *r
		copied.Views = nil
		for _, v := range r.Views {
			view := *v
			view.Resource = &copied
			copied.Views = append(copied.Views, &view)
			c.values[v] = &view
		}
		c.resources[r] = &copied
		out = append(out, &copied)
	}
	return out
}

// function copies a function; its callees are copied already.
func (c *cloner) function(fn *Func) *Func {
	copied := *fn
	copied.Params = nil
	for _, p := range fn.Params {
		param := *p
		copied.Params = append(copied.Params, &param)
		c.values[p] = &param
	}
	c.funcs[fn] = &copied
	copied.Body = c.region(fn.Body)
	return &copied
}

func (c *cloner) region(r *Region) *Region {
	out := &Region{Instrs: make([]*Instr, len(r.Instrs))}
	for i, in := range r.Instrs {
		copied := *in
		copied.Args = make([]Value, len(in.Args))
		for k, a := range in.Args {
			copied.Args[k] = a
			if v, ok := c.values[a]; ok {
				copied.Args[k] = v
			}
		}
		if in.Callee != nil {
			copied.Callee = c.funcs[in.Callee]
		}
		copied.Regions = nil
		for _, sub := range in.Regions {
			copied.Regions = append(copied.Regions, c.region(sub))
		}
		c.values[in] = &copied
		out.Instrs[i] = &copied
	}
	return out
}
