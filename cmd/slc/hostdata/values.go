package hostdata

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// MaxBytes bounds the contents of one parameter, so that a typing error ends
// with a message.
const MaxBytes = 1 << 30

// item is one item of a list of values: Text, Count times; or the integers from
// First to Last in steps of Step.
type item struct {
	text              string
	count             int
	sequence          bool
	first, last, step int64
}

// parseList reads "1,2,3". An item is a value; VxN, which is N times V; A..B or A..B/S, a
// sequence that has both ends. 0x64 is therefore 64 zeros; a hexadecimal number
// without letters is written with a count: 0x10x1.
func parseList(list string) ([]item, error) {
	if list == "" {
		return nil, errors.New("there are no values")
	}
	var items []item
	for _, text := range strings.Split(list, ",") {
		it, err := parseItem(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

func parseItem(text string) (item, error) {
	it := item{text: text, count: 1}
	if at := strings.LastIndexByte(text, 'x'); at > 0 {
		if n, err := strconv.Atoi(text[at+1:]); err == nil && text[at+1] != '-' && text[at+1] != '+' {
			it.text, it.count = text[:at], n
		}
	}
	if it.count < 1 || it.count > MaxBytes {
		return it, fmt.Errorf("'%s': the count must be between 1 and %d", text, MaxBytes)
	}
	first, rest, ok := strings.Cut(it.text, "..")
	if !ok {
		return it, nil
	}
	last, step, hasStep := strings.Cut(rest, "/")
	it.sequence, it.step = true, 1
	var err1, err2, err3 error
	it.first, err1 = strconv.ParseInt(first, 0, 64)
	it.last, err2 = strconv.ParseInt(last, 0, 64)
	if hasStep {
		it.step, err3 = strconv.ParseInt(step, 0, 64)
	} else if it.last < it.first {
		it.step = -1
	}
	if errors.Join(err1, err2, err3) != nil || it.step == 0 || (it.last-it.first)%it.step != 0 || (it.last-it.first)/it.step < 0 {
		return it, fmt.Errorf("'%s' is no sequence A..B or A..B/STEP", text)
	}
	if (it.last-it.first)/it.step >= MaxBytes {
		return it, fmt.Errorf("'%s' is too long", text)
	}
	return it, nil
}

// length is the number of values of the items.
func length(items []item) int {
	n := 0
	for _, it := range items {
		k := 1
		if it.sequence {
			k += int((it.last - it.first) / it.step)
		}
		n = min(n+k*it.count, MaxBytes)
	}
	return n
}

// each calls f with the text of every value in order.
func each(items []item, f func(text string) error) error {
	for _, it := range items {
		for range it.count {
			if !it.sequence {
				if err := f(it.text); err != nil {
					return err
				}
				continue
			}
			for v := it.first; ; v += it.step {
				if err := f(strconv.FormatInt(v, 10)); err != nil {
					return err
				}
				if v == it.last {
					break
				}
			}
		}
	}
	return nil
}
