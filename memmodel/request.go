package memmodel

import (
	"errors"
	"iter"

	"slc/backend/spirv/binary"
)

// requestKind says what an invocation stops for.
type requestKind uint8

const (
	reqRead  requestKind = iota // it reads shared memory: a source has to be chosen
	reqWrite                    // it writes shared memory
	reqFence                    // a memory barrier
	reqMeet                     // a control barrier or an operation of the wave: others have to come
	reqSpin                     // it is in a loop that does not end unless somebody writes
	reqFault                    // it does something that has no meaning
)

// request is what an invocation asks of those who execute it, and their answer.
type request struct {
	kind requestKind
	at   place
	// complete forms the event; of a read, for each value that it may return.
	complete func(read uint64) Event
	isAtomic bool      // a read: of an atomic
	writes   bool      // a read: it may write as well
	commutes binary.ID // of a read-modify-write whose result nothing uses: its kind, see commuting
	event    Event
	meet     *meeting
	loop     []readLog // of a spin: the reads of one iteration
	fault    string

	// The answer to a read: its value and where it comes from.
	value  uint64
	source int
}

// meeting is a point at which invocations wait for each other.
type meeting struct {
	scope    Scope
	position []int // in program order, compared lexicographically
	word     int
	source   Source
	barrier  *Event       // of a control barrier
	in       *binary.Inst // of a wave operation
	args     []value      // its operands
	result   value        // the answer
	failed   bool         // there is none
}

// errStopped says that nobody wants to know how the invocation goes on.
var errStopped = errors.New("stopped")

// errSpins says that the invocation is in a loop that it does not leave.
var errSpins = errors.New("spins")

// errFault says that the invocation did something without meaning, which is reported.
var errFault = errors.New("fault")

// ask stops the invocation until the request is answered.
func (v *invocation) ask(r *request) error {
	r.event.Source, r.event.Word = v.source, v.word
	if !v.yield(r) {
		return errStopped
	}
	return nil
}

// perform records an event that needs no answer.
func (v *invocation) perform(kind requestKind, e Event, at place) error {
	if kind == reqFence {
		v.idempotent++
	} else {
		v.impure++
	}
	return v.ask(&request{kind: kind, at: at, event: e})
}

// read asks what a read returns.
func (v *invocation) read(at place, complete func(read uint64) Event) (uint64, error) {
	return v.readBy(&request{at: at}, complete)
}

// readBy asks what a read returns, as a request says that is made in part.
func (v *invocation) readBy(r *request, complete func(read uint64) Event) (uint64, error) {
	r.kind, r.complete = reqRead, v.placed(complete)
	if err := v.ask(r); err != nil {
		return 0, err
	}
	at, e := r.at, complete(r.value)
	switch {
	case e.is(Write) && e.Writes.N == e.Reads.N:
		v.idempotent++
	case e.is(Write):
		v.impure++
	}
	v.log = append(v.log, readLog{at.key, at, r.source, r.value})
	return r.value, nil
}

// placed adds to events where they come from.
func (v *invocation) placed(complete func(read uint64) Event) func(uint64) Event {
	source, word := v.source, v.word
	return func(n uint64) Event {
		e := complete(n)
		e.Source, e.Word = source, word
		return e
	}
}

// fail reports something without meaning, and ends the invocation.
func (v *invocation) fail(text string) error {
	if err := v.ask(&request{kind: reqFault, fault: text}); err != nil {
		return err
	}
	return errFault
}

// start executes the invocation up to its first request; next goes on to the next one, and
// ok is false at its end.
func (v *invocation) start() (next func() (r *request, ok bool), stop func()) {
	return iter.Pull(func(yield func(*request) bool) {
		v.yield = yield
		v.err = v.run()
	})
}
