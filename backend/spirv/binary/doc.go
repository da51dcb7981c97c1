// Package binary encodes, decodes and disassembles SPIR-V modules.
//
//   - [Module] and [Code] build a module section by section (SPIR-V specification 2.4, "Logical Layout of a
//     Module"); types and constants come back with one id for equal requests.
//   - [Decode] reads words back into instructions with classified operands; [Parsed] answers the questions that
//     checks ask: definitions, decorations, constant values, blocks, access paths.
//   - [Disassemble] writes the assembly language of SPIRV-Tools: spirv-as reads it back to the same words.
//
// The tables of opcodes and enumerants are generated from the grammar files of spirv-headers, and lie in static data:
// nothing runs when the package is loaded.
package binary

//go:generate go run ./gen
