package binary

import (
	stdbinary "encoding/binary"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Magic is the first word of a module.
const Magic = 0x07230203

// generator is the header's generator word: none registered.
const generator = 0

// headerWords is the length of the header.
const headerWords = 5

// Section is a part of the logical layout of a module. Within it, instructions stay in the order in which they were added.
type Section uint8

// The sections that callers add to, in the order of the specification (2.4).
const (
	SectionImports     Section = iota // OpExtInstImport
	SectionEntryPoints                // OpEntryPoint
	SectionModes                      // OpExecutionMode, OpExecutionModeId
	SectionStrings                    // OpString, OpSourceExtension, OpSource, OpSourceContinued
	SectionNames                      // OpName, OpMemberName
	SectionProcessed                  // OpModuleProcessed
	SectionAnnotations                // OpDecorate and its kin
	SectionGlobals                    // types, constants, global variables, OpUndef
	SectionFunctions
	numSections
)

// Module builds a module. Capabilities and extensions are sets, written in a fixed order; the memory model is set once.
type Module struct {
	version      Version
	next         ID
	capabilities []Capability
	extensions   []string
	addressing   AddressingModel
	memory       MemoryModel
	sections     [numSections]Code
	unique       uniqueTable
	strings      []namedID
	imports      []namedID
	err          error
}

type namedID struct {
	name string
	id   ID
}

// NewModule returns an empty module of the version, with the logical addressing model and the Vulkan memory model.
func NewModule(v Version) *Module {
	m := &Module{version: v, next: 1, addressing: AddressingModelLogical, memory: MemoryModelVulkan}
	for i := range m.sections {
		m.sections[i].m = m
	}
	return m
}

// Version returns the version of the header.
func (m *Module) Version() Version { return m.version }

// NewID allocates an id.
func (m *Module) NewID() ID {
	id := m.next
	m.next++
	return id
}

// NewCode returns an empty piece of code, to be appended to a section or to other code of m.
func (m *Module) NewCode() *Code { return &Code{m: m} }

// Section returns the code of a section.
func (m *Module) Section(s Section) *Code { return &m.sections[s] }

// Functions returns the section of function definitions.
func (m *Module) Functions() *Code { return &m.sections[SectionFunctions] }

// Globals returns the section of types, constants and global variables.
func (m *Module) Globals() *Code { return &m.sections[SectionGlobals] }

// Capability declares c, and the extension that provides it where the module's version does not.
func (m *Module) Capability(c Capability) {
	i, ok := slices.BinarySearch(m.capabilities, c)
	if ok {
		return
	}
	m.capabilities = slices.Insert(m.capabilities, i, c)
	if exts := c.Extensions(m.version); len(exts) > 0 {
		m.Extension(preferred(exts))
	}
}

// HasCapability reports whether c was declared.
func (m *Module) HasCapability(c Capability) bool {
	_, ok := slices.BinarySearch(m.capabilities, c)
	return ok
}

// preferred picks the ratified extension among those that provide the same thing.
func preferred(exts []string) string {
	for _, e := range exts {
		if len(e) > 8 && e[:8] == "SPV_KHR_" {
			return e
		}
	}
	return exts[0]
}

// Extension declares an extension.
func (m *Module) Extension(name string) {
	if i, ok := slices.BinarySearch(m.extensions, name); !ok {
		m.extensions = slices.Insert(m.extensions, i, name)
	}
}

// MemoryModel replaces the addressing and memory model.
func (m *Module) MemoryModel(a AddressingModel, mm MemoryModel) { m.addressing, m.memory = a, mm }

// ExtInstImport returns the id of an extended instruction set, imported once.
func (m *Module) ExtInstImport(name string) ID {
	return m.named(&m.imports, SectionImports, OpExtInstImport, name)
}

// String returns the id of an OpString with the text, one for equal texts.
func (m *Module) String(s string) ID { return m.named(&m.strings, SectionStrings, OpString, s) }

func (m *Module) named(list *[]namedID, s Section, op Opcode, name string) ID {
	for _, n := range *list {
		if n.name == name {
			return n.id
		}
	}
	id := m.NewID()
	m.sections[s].doString(op, name, id)
	*list = append(*list, namedID{name, id})
	return id
}

// EntryPoint declares a function as an entry point; interfaces are the global variables that it may use (from 1.4 on of
// every storage class, before it only Input and Output).
func (m *Module) EntryPoint(model ExecutionModel, fn ID, name string, interfaces ...ID) {
	c := &m.sections[SectionEntryPoints]
	c.header(OpEntryPoint, 3+stringWords(name)+len(interfaces))
	c.words = append(c.words, uint32(model), fn)
	c.words = AppendString(c.words, name)
	c.words = append(c.words, interfaces...)
}

// ExecutionMode sets a mode of an entry point; its operands are literals.
func (m *Module) ExecutionMode(fn ID, mode ExecutionMode, literals ...uint32) {
	m.modes(OpExecutionMode, fn, mode, literals)
}

// ExecutionModeID sets a mode of an entry point whose operands are ids of constants.
func (m *Module) ExecutionModeID(fn ID, mode ExecutionMode, ids ...ID) {
	m.modes(OpExecutionModeId, fn, mode, ids)
}

func (m *Module) modes(op Opcode, fn ID, mode ExecutionMode, operands []uint32) {
	c := &m.sections[SectionModes]
	c.header(op, 3+len(operands))
	c.words = append(c.words, fn, uint32(mode))
	c.words = append(c.words, operands...)
}

// Source states the source language; file comes from [Module.String], or is 0 for none.
func (m *Module) Source(lang SourceLanguage, version uint32, file ID) {
	c := &m.sections[SectionStrings]
	if file == 0 {
		c.Do(OpSource, uint32(lang), version)
	} else {
		c.Do(OpSource, uint32(lang), version, file)
	}
}

// Name gives an id a name for people; an empty name is left out.
func (m *Module) Name(id ID, name string) {
	if name != "" {
		m.sections[SectionNames].doString(OpName, shortName(name), id)
	}
}

// maxName bounds the names that are only for people, in bytes; an instruction could
// not hold much more than 262,000.
const maxName = 4096

func shortName(name string) string {
	if len(name) <= maxName {
		return name
	}
	cut := maxName
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut]
}

// MemberName gives a member of a structure type a name for people.
func (m *Module) MemberName(typ ID, member int, name string) {
	m.sections[SectionNames].doString(OpMemberName, shortName(name), typ, uint32(member))
}

// Decorate adds a decoration with literal operands to an id.
func (m *Module) Decorate(id ID, d Decoration, literals ...uint32) {
	c := &m.sections[SectionAnnotations]
	c.header(OpDecorate, 3+len(literals))
	c.words = append(c.words, id, uint32(d))
	c.words = append(c.words, literals...)
}

// DecorateID adds a decoration whose operands are ids.
func (m *Module) DecorateID(id ID, d Decoration, ids ...ID) {
	c := &m.sections[SectionAnnotations]
	c.header(OpDecorateId, 3+len(ids))
	c.words = append(c.words, id, uint32(d))
	c.words = append(c.words, ids...)
}

// MemberDecorate adds a decoration to a member of a structure type.
func (m *Module) MemberDecorate(typ ID, member int, d Decoration, literals ...uint32) {
	c := &m.sections[SectionAnnotations]
	c.header(OpMemberDecorate, 4+len(literals))
	c.words = append(c.words, typ, uint32(member), uint32(d))
	c.words = append(c.words, literals...)
}

func (m *Module) fail(op Opcode, words int) {
	if m.err == nil {
		m.err = fmt.Errorf("%s needs %d words, an instruction can have %d", op, words, maxInstWords)
	}
}

// Words returns the module. It fails if an instruction is longer than the format allows.
func (m *Module) Words() ([]uint32, error) {
	if m.err != nil {
		return nil, m.err
	}
	head := Code{m: m}
	for _, c := range m.capabilities {
		head.Do(OpCapability, uint32(c))
	}
	for _, e := range m.extensions {
		head.doString(OpExtension, e)
	}
	size := headerWords + len(head.words) + 3
	for i := range m.sections {
		size += len(m.sections[i].words)
	}
	words := make([]uint32, 0, size)
	words = append(words, Magic, uint32(m.version), generator, m.next, 0)
	words = append(words, head.words...)
	words = append(words, m.sections[SectionImports].words...)
	words = append(words, 3<<16|uint32(OpMemoryModel), uint32(m.addressing), uint32(m.memory))
	for i := SectionEntryPoints; i < numSections; i++ {
		words = append(words, m.sections[i].words...)
	}
	return words, nil
}

// Encode returns the module as bytes, little-endian.
func (m *Module) Encode() ([]byte, error) {
	words, err := m.Words()
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, 4*len(words))
	for _, w := range words {
		out = stdbinary.LittleEndian.AppendUint32(out, w)
	}
	return out, nil
}
