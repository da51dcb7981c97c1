package ast

import "reflect"

// Walk calls f for every node of the trees below n, outer ones first, in the order of the source. What an import loads is not
// part of the tree.
func Walk(n Node, f func(Node)) { walk(reflect.ValueOf(n), f) }

func walk(v reflect.Value, f func(Node)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), f)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*Module]() {
			return
		}
		if n, ok := v.Interface().(Node); ok {
			f(n)
		}
		walk(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), f)
			}
		}
	}
}
