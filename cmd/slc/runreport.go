package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"slc/cmd/slc-vulkan/job"
)

// ran is what came of running a kernel.
type ran struct {
	outcomes []outcome // the most frequent first
	findings findings
	device   string
	timing   *job.Timing
}

// outcome is one distinct result: what is shown of it differs from the others.
type outcome struct {
	count int
	seed  uint64 // the first one that gave it
	data  [][]byte
	key   string
}

// add counts an outcome; those with the same key are one.
func (r *ran) add(u outcome, key string) {
	for i := range r.outcomes {
		if r.outcomes[i].key == key {
			r.outcomes[i].count += u.count
			return
		}
	}
	u.key = key
	r.outcomes = append(r.outcomes, u)
}

// finding is something wrong that the interpreter saw.
type finding struct {
	Kind  string `json:"kind"` // race, deadlock, fault
	Seed  uint64 `json:"seed"` // the first one that gave it
	Count int    `json:"count"`
	Text  string `json:"text"`

	key  string // equal for the same finding in another schedule
	last uint64 // the last seed that gave it
}

// findings are distinct ones, in the order in which they were seen first.
type findings []finding

// count adds a finding, once for each schedule.
func (list *findings) count(kind, text, key string, seed uint64) {
	for i := range *list {
		f := &(*list)[i]
		if f.Kind != kind || f.key != key {
			continue
		}
		if f.last != seed {
			f.Count, f.last = f.Count+1, seed
		}
		return
	}
	*list = append(*list, finding{Kind: kind, Seed: seed, Count: 1, Text: text, key: key, last: seed})
}

// shown is a buffer to print or to write.
type shown struct {
	at       int // in kernel.contents
	from, to int // elements; to < 0: to the end, the first ones if there are many
	file     string
}

// maxShown is the number of elements that are printed of a buffer unless -print
// asks for a range.
const maxShown = 64

// parseShown reads -print and -out. Without -print, every buffer that the kernel may
// write and that no -out names is printed.
func (k *kernel) parseShown(o *runOptions, a *runArgs) (list []shown, err error) {
	taken := map[int]bool{}
	for _, arg := range a.out.Value() {
		name, file, ok := strings.Cut(arg, "=")
		if !ok || file == "" {
			return nil, usagef("-out must be NAME=FILE, not '%s'", arg)
		}
		at, err := k.index("out", name)
		if err != nil {
			return nil, err
		}
		taken[at] = true
		list = append(list, shown{at: at, file: file})
	}
	for _, arg := range a.prints.Value() {
		s, err := k.parsePrint(arg)
		if err != nil {
			return nil, err
		}
		same := func(t shown) bool { return t.file == "" && t.at == s.at }
		if o.json && slices.ContainsFunc(list, same) {
			return nil, usagef("-print %s: -json has a buffer once", arg) // the members of an object have distinct names
		}
		list = append(list, s)
	}
	if len(a.prints.Value()) > 0 {
		return list, nil
	}
	for i, c := range k.contents {
		if c.param.Writable && !c.param.Hidden && !taken[i] {
			list = append(list, shown{at: i, to: -1})
		}
	}
	return list, nil
}

func (k *kernel) index(option, name string) (int, error) {
	c := k.find(name)
	if c == nil {
		return 0, k.unknown(option, name)
	}
	return slices.Index(k.contents, c), nil
}

// parsePrint reads -print NAME[:FROM..TO].
func (k *kernel) parsePrint(arg string) (s shown, err error) {
	name, rng, hasRange := strings.Cut(arg, ":")
	if s.at, err = k.index("print", name); err != nil {
		return s, err
	}
	c := k.contents[s.at]
	n := c.param.View(c.data, c.as).Len()
	s.to = n - 1
	if !hasRange {
		return s, nil
	}
	from, to, isRange := strings.Cut(rng, "..")
	if !isRange {
		to = from
	}
	var err1, err2 error
	s.from, err1 = strconv.Atoi(from)
	s.to, err2 = strconv.Atoi(to)
	switch {
	case err1 != nil || err2 != nil || s.from < 0 || s.to < s.from:
		return s, usagef("-print must be NAME, NAME:INDEX or NAME:FROM..TO, not '%s'", arg)
	case s.to >= n:
		return s, usagef("-print %s: '%s' has %d elements", arg, name, n)
	}
	return s, nil
}

// shownBytes is what is shown of an outcome.
func (k *kernel) shownBytes(show []shown, data [][]byte) string {
	var b strings.Builder
	for _, s := range show {
		part := data[s.at]
		if s.file == "" && s.to >= 0 {
			c := k.contents[s.at]
			part = c.param.View(part, c.as).Bytes(s.from, s.to)
		}
		b.Write(part)
	}
	return b.String()
}

// report prints the outcomes and findings and writes the files. Findings make the
// exit code 1.
func (k *kernel) report(env *environment, o *runOptions, show []shown, r *ran) error {
	for _, f := range r.findings {
		text := f.Text
		if o.schedules > 1 {
			text += fmt.Sprintf("\n  with seed %d, in %d of %d schedules", f.Seed, f.Count, o.schedules)
		}
		fmt.Fprintln(env.stderr, "slc: error: "+text)
	}
	var out []outFile
	for _, s := range show {
		if s.file != "" {
			out = append(out, outFile{s.file, r.outcomes[0].data[s.at]})
		}
	}
	text := k.text(o, show, r)
	if o.json {
		data, err := json.Marshal(k.document(o, show, r))
		if err != nil {
			return exitError{exitInternal, err.Error()}
		}
		text = string(data) + "\n"
	}
	if text != "" {
		out = append(out, outFile{stdName, []byte(text)})
	}
	if err := writeAll(env, out); err != nil {
		return err
	}
	if len(r.findings) > 0 {
		return exitError{exitSource, ""}
	}
	return nil
}

func (k *kernel) text(o *runOptions, show []shown, r *ran) string {
	var b strings.Builder
	for i := range r.outcomes {
		u := &r.outcomes[i]
		if o.schedules > 1 {
			fmt.Fprintf(&b, "outcome %d of %d: %d of %d schedules", i+1, len(r.outcomes), u.count, o.schedules)
			if !o.vulkan {
				fmt.Fprintf(&b, ", seed %d", u.seed)
			}
			b.WriteByte('\n')
		}
		for _, s := range show {
			if s.file == "" {
				k.printBuffer(&b, s, u.data[s.at])
			}
		}
	}
	if t := r.timing; t != nil {
		fmt.Fprintf(&b, "time: median %s of %d runs (%s to %s) on %s\n", micros(t.Median), t.Runs, micros(t.Min), micros(t.Max), r.device)
	}
	return b.String()
}

func micros(ns uint64) string { return strconv.FormatFloat(float64(ns)/1000, 'f', 3, 64) + " µs" }

func (k *kernel) printBuffer(b *strings.Builder, s shown, data []byte) {
	c := k.contents[s.at]
	view := c.param.View(data, c.as)
	b.WriteString(c.name + ":")
	to := s.to
	if to < 0 {
		to = min(view.Len(), maxShown) - 1
	}
	for i := s.from; i <= to; i++ {
		b.WriteString(" " + view.Text(i))
	}
	if s.to < 0 && to < view.Len()-1 {
		fmt.Fprintf(b, " … (%d more)", view.Len()-1-to)
	}
	b.WriteByte('\n')
}

// runDocument is what -json prints. Outcomes stands there with -schedules, Buffers without.
type runDocument struct {
	Device   string        `json:"device,omitempty"`
	Seed     *uint64       `json:"seed,omitempty"`
	Buffers  namedValues   `json:"buffers,omitempty"`
	Outcomes []outcomeJSON `json:"outcomes,omitempty"`
	Findings []finding     `json:"findings,omitempty"`
	Timing   *job.Timing   `json:"timing,omitempty"`
}

type outcomeJSON struct {
	Count   int         `json:"count"`
	Seed    *uint64     `json:"seed,omitempty"`
	Buffers namedValues `json:"buffers"`
}

// namedValues is a JSON object whose members keep their order.
type namedValues []namedValue

type namedValue struct {
	name  string
	value json.RawMessage
}

func (list namedValues) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", v.name, v.value)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

func (k *kernel) document(o *runOptions, show []shown, r *ran) *runDocument {
	doc := &runDocument{Device: r.device, Findings: r.findings, Timing: r.timing}
	for i := range r.outcomes {
		u := &r.outcomes[i]
		out := outcomeJSON{Count: u.count}
		if !o.vulkan {
			out.Seed = &u.seed
		}
		for _, s := range show {
			if s.file == "" {
				c := k.contents[s.at]
				view := c.param.View(u.data[s.at], c.as)
				to := s.to
				if to < 0 {
					to = view.Len() - 1
				}
				out.Buffers = append(out.Buffers, namedValue{c.name, view.JSON(s.from, to)})
			}
		}
		doc.Outcomes = append(doc.Outcomes, out)
	}
	if o.schedules == 1 {
		doc.Seed, doc.Buffers, doc.Outcomes = doc.Outcomes[0].Seed, doc.Outcomes[0].Buffers, nil
	}
	return doc
}
