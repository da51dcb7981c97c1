package interp

import "slc/lower/ir"

type thread struct{}
type shadow struct{}
type history struct{}
type raceLog struct{ list []Race }

func newThread(v *inv) *thread                                       { return &thread{} }
func (t *thread) fence(m ir.Memory)                                  {}
func synchronise(lanes []*inv, m ir.Memory)                          {}
func (v *inv) watchLoad(s *site, m *memory, at, size int) uint64     { return 0 }
func (v *inv) watchStore(s *site, m *memory, at, size int, x uint64) {}
func (v *inv) watchAtomic(s *atomicSite, m *memory, at, size int)    {}
