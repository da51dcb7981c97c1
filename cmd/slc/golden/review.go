package golden

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// StateName is the file, in the folder of a run, that remembers what an unfinished review
// rejected. It exists only between the run that was quit and the one that ends the review.
const StateName = ".slc-golden-review"

// Store writes and removes files of the folder; a write is seen whole or not at all.
type Store interface {
	Write(name string, data []byte) error
	Remove(name string) error
}

// Apply writes what an item should be: the new text, or nothing for an orphan.
func (i *Item) Apply(s Store) error {
	switch i.State {
	case Differs, New:
		return s.Write(i.path, []byte(i.Now))
	case Orphan:
		return s.Remove(i.path)
	}
	return nil
}

// Keys gives the reader's decisions, one letter each; io.EOF ends the review.
type Keys interface {
	Next() (byte, error)
}

// lineKeys reads decisions from lines: the first letter of each counts.
type lineKeys struct{ s *bufio.Scanner }

// LineKeys reads decisions from the lines of r.
func LineKeys(r io.Reader) Keys { return &lineKeys{bufio.NewScanner(r)} }

func (k *lineKeys) Next() (byte, error) {
	for k.s.Scan() {
		if t := strings.TrimSpace(k.s.Text()); t != "" {
			return t[0], nil
		}
	}
	if err := k.s.Err(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

// decision is what a reader may say about a change.
type decision byte

const (
	accept decision = 'a'
	reject decision = 'r'
	skip   decision = 's'
	quit   decision = 'q'
)

const prompt = "[a]ccept%s, [r]eject, [s]kip, [q]uit? "

// Review shows each change and asks what to do with it. What is accepted is written at once, so
// that it is no change any more; what is rejected is not shown again until the review
// has gone through all changes. It reports whether anything still differs.
func Review(r *Report, keys Keys, out io.Writer, o TextOptions, s Store) (clean bool, err error) {
	state := filepath.Join(r.Dir, StateName)
	rejected, err := readState(state)
	if err != nil {
		return false, err
	}
	var open []*Item
	left := r.Count(Failed)
	for _, i := range r.Items {
		switch i.State {
		case Differs, New, Orphan:
			if slices.Contains(rejected, i.mark()) {
				left++
			} else {
				open = append(open, i)
			}
		}
	}
	if resumed := left - r.Count(Failed); resumed > 0 {
		fmt.Fprintf(out, "the review goes on: %s rejected before\n", plural(resumed, "change"))
	}
	for n, i := range open {
		if err := WriteItem(out, i, o); err != nil {
			return false, err
		}
		d, err := ask(keys, out, n+1, len(open), i.State)
		if err != nil {
			return false, err
		}
		switch d {
		case accept:
			if err := i.Apply(s); err != nil {
				return false, err
			}
		case reject:
			rejected = append(rejected, i.mark())
			left++
		case skip:
			left++
		case quit:
			fmt.Fprintf(out, "%s left; the next review goes on here\n", plural(len(open)-n, "change"))
			return false, writeState(state, rejected, s)
		}
	}
	if err := s.Remove(state); err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	fmt.Fprintf(out, "%s reviewed, %d left as they were\n", plural(len(open), "change"), left)
	return left == 0, nil
}

// ask repeats the prompt until the answer is one of the keys; the end of the input is quit.
func ask(keys Keys, out io.Writer, n, of int, state State) (decision, error) {
	for {
		accepts := ""
		if state == Orphan {
			accepts = " and delete"
		}
		fmt.Fprintf(out, "%d of %d: "+prompt, n, of, accepts)
		key, err := keys.Next()
		if errors.Is(err, io.EOF) || err == nil && (key == 3 || key == 4) { // Ctrl-C, Ctrl-D
			key, err = byte(quit), nil
		}
		if err != nil {
			return 0, err
		}
		d := decision(strings.ToLower(string(rune(key)))[0])
		if d == accept || d == reject || d == skip || d == quit {
			fmt.Fprintf(out, "%c\n", d)
			return d, nil
		}
		fmt.Fprintln(out)
	}
}

// mark identifies a change: the file and what it would become.
func (i *Item) mark() string {
	sum := sha256.Sum256([]byte(string(i.State) + "\x00" + i.Now))
	return hex.EncodeToString(sum[:]) + " " + i.File
}

func readState(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return splitLines(string(text)), err
}

func writeState(name string, rejected []string, s Store) error {
	if len(rejected) == 0 {
		if err := s.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	return s.Write(name, []byte(strings.Join(rejected, "\n")+"\n"))
}
