package machine

import (
	"fmt"
	"slices"
	"strings"
)

// Language is a language of the texts.
type Language uint8

// The languages.
const (
	HLSL Language = iota
	MSL
)

// Shader is a compute shader, read from its text.
type Shader struct {
	language  Language
	resources map[string]resource
	builtins  map[string]builtin
	body      []*stmt
	threads   int // of a workgroup, where the text says so; else 1
}

// resource is a declared memory object.
type resource struct {
	space    Spaces
	coherent bool
}

// builtin is what a parameter of the entry point holds.
type builtin uint8

const (
	groupID builtin = iota + 1
	groupIndex
	threadID
)

// builtinOf knows the semantics of HLSL and the attributes of MSL.
func builtinOf(word string) builtin {
	switch word {
	case "SV_GroupID", "threadgroup_position_in_grid":
		return groupID
	case "SV_GroupIndex", "thread_index_in_threadgroup":
		return groupIndex
	case "SV_GroupThreadID", "thread_position_in_threadgroup":
		return threadID
	}
	return 0
}

// Read reads the text of a shader with one entry point.
func Read(language Language, text string) (s *Shader, err error) {
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case syntaxError:
			s, err = nil, e
		default:
			panic(e)
		}
	}()
	s = &Shader{language: language, resources: map[string]resource{}, builtins: map[string]builtin{}, threads: 1}
	p := &parser{tokens: tokens}
	for p.at < len(p.tokens) {
		s.declaration(p)
	}
	if s.body == nil {
		return nil, fmt.Errorf("no entry point")
	}
	return s, nil
}

// declaration reads one declaration of the outermost level.
func (s *Shader) declaration(p *parser) {
	var words []string
	for p.at < len(p.tokens) {
		switch t := p.peek(0); t {
		case ";":
			p.at++
			s.resource(words)
			return
		case "{":
			if s.body != nil {
				p.fail("a second function")
			}
			s.parameters(words)
			s.threadgroup(p)
			s.body = p.block()
			return
		default:
			words = append(words, t)
			p.at++
		}
	}
}

// parameters reads what stands before the body of the entry point.
func (s *Shader) parameters(words []string) {
	if i := slices.Index(words, "numthreads"); i >= 0 && i+2 < len(words) {
		fmt.Sscan(words[i+2], &s.threads)
	}
	open := slices.Index(words, "void") + 2
	if open >= len(words) {
		return
	}
	depth, from := 0, open+1
	for i := open; i < len(words); i++ {
		switch words[i] {
		case "(", "<", "[":
			depth++
		case ")", ">", "]":
			depth--
		}
		if depth == 1 && words[i] == "," || depth == 0 && words[i] == ")" {
			s.parameter(words[from:i])
			from = i + 1
		}
	}
}

func (s *Shader) parameter(words []string) {
	for _, w := range words {
		if b := builtinOf(w); b != 0 {
			s.builtins[words[1]] = b
			return
		}
	}
	s.resource(words)
}

// threadgroup finds the threadgroup memory that an entry point of MSL declares.
func (s *Shader) threadgroup(p *parser) {
	for i := p.at; i < len(p.tokens); i++ {
		if p.tokens[i].text == "threadgroup" && (p.tokens[i-1].text == ";" || p.tokens[i-1].text == "{") {
			var words []string
			for ; p.tokens[i].text != ";"; i++ {
				words = append(words, p.tokens[i].text)
			}
			s.resource(words)
		}
	}
}

// resource reads the declaration of a memory object: its name stands before its
// register, its attributes or its dimension.
func (s *Shader) resource(words []string) {
	var r resource
	for _, w := range words {
		switch {
		case w == "groupshared" || w == "threadgroup":
			r.space = Groupshared
		case strings.HasPrefix(w, "RWTexture") || strings.HasPrefix(w, "texture") || w == "RWBuffer":
			r.space = Images
		case w == "RWStructuredBuffer" || w == "StructuredBuffer" || w == "device" && r.space == 0:
			r.space = Buffers
		case w == "globallycoherent" || w == "coherent" || w == "memory_coherence_device":
			r.coherent = true
		}
	}
	if r.space == 0 {
		return
	}
	end := len(words)
	for i, w := range words {
		if i > 0 && (w == ":" || w == "[") {
			end = i
			break
		}
	}
	s.resources[words[end-1]] = r
}
