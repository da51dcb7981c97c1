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

// ambiguous says what 0x64 is: 64 zeros among the values of a buffer, the number 100 where one value is set.
type ambiguous bool

const (
	asCount  ambiguous = false
	asNumber ambiguous = true
)

// parseList reads "1,2,3". An item is a value; VxN, which is N times V; A..B or A..B/S, a
// sequence that has both ends. A hexadecimal number that hex takes for a count is written
// with one: 0x10x1.
func parseList(list string, hex ambiguous) ([]item, error) {
	if list == "" {
		return nil, errors.New("there are no values")
	}
	var items []item
	for _, text := range strings.Split(list, ",") {
		it, err := parseItem(strings.TrimSpace(text), hex)
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// cutCount splits VxN. The x of a hexadecimal number is none that counts: 0x0A, 0x012 and -0x5 are numbers.
func cutCount(text string, hex ambiguous) (value, count string, ok bool) {
	at := strings.LastIndexByte(text, 'x')
	if at < 1 || at+1 == len(text) || strings.Trim(text[at+1:], "0123456789") != "" {
		return text, "", false
	}
	value, count = text[:at], text[at+1:]
	if value == "0" {
		return value, count, hex == asCount && (count[0] != '0' || count == "0")
	}
	if before, zero := strings.CutSuffix(value, "0"); zero && strings.ContainsAny(before[len(before)-1:], "+-./") {
		number := strings.HasSuffix(before, "..") || !strings.HasSuffix(before, ".")
		return value, count, !number
	}
	return value, count, true
}

func parseItem(text string, hex ambiguous) (item, error) {
	it := item{text: text, count: 1}
	if value, count, ok := cutCount(text, hex); ok {
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 || n > MaxBytes {
			return it, fmt.Errorf("'%s': the count must be between 1 and %d", text, MaxBytes)
		}
		if count[0] == '0' {
			return it, fmt.Errorf("'%s': the count %s begins with a zero: write %sx%d", text, count, value, n)
		}
		it.text, it.count = value, n
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
