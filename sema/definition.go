package sema

type opaque struct{}
