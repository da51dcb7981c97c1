package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// checkShape finds what a decoder would report without a place: text that is no JSON, keys that there are not, and kernels that are no objects.
func checkShape(text []byte) error {
	var all json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&all); err != nil {
		var syntax *json.SyntaxError
		offset := int64(len(text))
		if errors.As(err, &syntax) {
			offset = max(syntax.Offset-1, 0)
		}
		return fmt.Errorf("%s: a manifest is JSON (docs/batch.md): %w", place(text, offset), err)
	}
	return object(text, text, 0, "the manifest", reflect.TypeFor[Manifest](), func(key string, value []byte, at int64) error {
		switch key {
		case "defaults":
			return checkRow(text, value, at, key)
		case "kernels":
			return kernelRows(text, value, at)
		}
		return nil
	})
}

// kernelRows looks at the elements of the list of kernels.
func kernelRows(text, list []byte, base int64) error {
	d := json.NewDecoder(bytes.NewReader(list))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("%s: kernels is %s, not a list of objects", place(text, base), kindOf(list))
	}
	for i := 0; d.More(); i++ {
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := checkRow(text, value, base+d.InputOffset()-int64(len(value)), fmt.Sprintf("kernels[%d]", i)); err != nil {
			return err
		}
	}
	return nil
}

func checkRow(text, value []byte, at int64, name string) error {
	if value[0] == '"' && name != "defaults" {
		return fmt.Errorf("%s: %s is a string, not an object: write {\"source\": %s}", place(text, at), name, clip(value))
	}
	return object(text, value, at, name, reflect.TypeFor[Row](), nil)
}

// object looks at the keys of an object, at base of the whole text, which are those of a struct.
func object(whole, text []byte, base int64, name string, form reflect.Type, each func(key string, value []byte, at int64) error) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("%s: %s is %s, not an object", place(whole, base), name, kindOf(bytes.TrimSpace(text)))
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key := t.(string) // the token before a value of an object is its name
		at := base + d.InputOffset() - int64(len(key)) - 2
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if keys := keysOf(form); !contains(keys, key) {
			return fmt.Errorf("%s: %s: unknown field %q%s", place(whole, at), name, key, meant(keys, key))
		}
		if each != nil {
			if err := each(key, value, base+d.InputOffset()-int64(len(value))); err != nil {
				return err
			}
		}
	}
	return nil
}

// keysOf are the keys of a struct in JSON.
func keysOf(form reflect.Type) []string {
	var keys []string
	for i := range form.NumField() {
		keys = append(keys, form.Field(i).Tag.Get("json"))
	}
	return keys
}

func contains(keys []string, key string) bool {
	for _, k := range keys {
		if strings.EqualFold(k, key) { // as encoding/json matches them
			return true
		}
	}
	return false
}

// meant proposes the key that a wrong one stands for: another number of the word, a letter too many or few, or a common other word.
func meant(keys []string, key string) string {
	switch strings.ToLower(key) {
	case "file", "files", "path", "src", "input", "kernel":
		key = "source"
	case "out", "-o":
		key = "outputs"
	case "macros", "define":
		key = "defines"
	}
	for _, k := range keys {
		if close(strings.TrimSuffix(k, "s"), strings.TrimSuffix(strings.ToLower(key), "s")) {
			return fmt.Sprintf("; did you mean %q?", k)
		}
	}
	return ""
}

// close reports whether two words are the same but for two letters at one place.
func close(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	m := 0
	for m < len(a)-n && m < len(b)-n && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	return n+m >= 2 && len(a)-n-m <= 2 && len(b)-n-m <= 2
}

func kindOf(value []byte) string {
	if len(value) == 0 {
		return "empty"
	}
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}

// place is the line and column of an offset.
func place(text []byte, offset int64) string {
	before := text[:min(max(offset, 0), int64(len(text)))]
	return fmt.Sprintf("line %d:%d", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'))
}
