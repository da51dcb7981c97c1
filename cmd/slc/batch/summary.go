package batch

import (
	"bytes"
	"encoding/json"
)

// Summary is the JSON that tells what became of a batch. Within each list the order is that of the
// manifest. Fields are never renamed or removed.
type Summary struct {
	Version     int      `json:"version"` // 1
	Kernels     int      `json:"kernels"`
	Cached      int      `json:"cached"` // of those that are done
	Failed      []Kernel `json:"failed"`
	Interrupted []Kernel `json:"interrupted"`
	Done        []Kernel `json:"done"`
}

// Kernel is one compilation of a summary.
type Kernel struct {
	Row         int               `json:"row"`
	Source      string            `json:"source"`
	Entry       string            `json:"entry,omitempty"`
	Permutation map[string]string `json:"permutation,omitempty"` // undefined macros are left out
	Exit        *int              `json:"exit,omitempty"`        // left out if it was interrupted
	Cached      bool              `json:"cached,omitempty"`
	Error       string            `json:"error,omitempty"`
	Diagnostics json.RawMessage   `json:"diagnostics,omitempty"` // as -diagnostics json prints them
	Outputs     []string          `json:"outputs,omitempty"`     // written
}

// Summarise makes the summary of the jobs.
func Summarise(jobs []Job, outcomes []Outcome) *Summary {
	s := &Summary{Version: 1, Kernels: len(jobs), Failed: []Kernel{}, Interrupted: []Kernel{}, Done: []Kernel{}}
	for i := range jobs {
		j, o := &jobs[i], &outcomes[i]
		k := Kernel{Row: j.Row, Source: j.Source, Entry: j.Entry, Cached: o.Cached, Error: o.Message, Diagnostics: o.Data}
		for _, v := range j.Variant {
			if v.Defined {
				if k.Permutation == nil {
					k.Permutation = map[string]string{}
				}
				k.Permutation[v.Name] = v.Value
			}
		}
		switch {
		case !o.done:
			s.Interrupted = append(s.Interrupted, k)
			continue
		case o.Code != 0:
			k.Exit = &o.Code
			s.Failed = append(s.Failed, k)
			continue
		}
		k.Exit, k.Outputs = &o.Code, j.Files()
		s.Done = append(s.Done, k)
		if o.Cached {
			s.Cached++
		}
	}
	return s
}

// JSON is the summary as it is written.
func (s *Summary) JSON() ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, s)
	return b.Bytes(), err
}
