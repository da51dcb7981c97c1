package diag

// The codes are grouped by the stage that reports them; a code is never reused.
//
//	E00xx  files, command line, limits         codes.go
//	E01xx  lexer, preprocessor, parser         codes_frontend.go
//	E02xx  names, types, overloads, constants  codes_sema.go
//	E03xx  atomics, memory orders, barriers    codes_atomics.go
//	E04xx  entry points, resources, bindings   codes_resources.go
//	E05xx  what a target cannot express        codes_target.go
//	W06xx  lints                               codes_lint.go
//	W0xxx  warnings, numbered after the group that reports them
//
// A Code is a package variable built by a composite literal, so that the linker
// lays it out and nothing runs at start-up.

var (
	TooManyErrors = &Code{"E0001", "too-many-errors", Note, 0, "More errors were found than are shown."}
	InternalError = &Code{"E0002", "internal-error", Internal, 99999, "The compiler failed; this is a bug of slc."}
	FileNotFound  = &Code{"E0003", "file-not-found", Error, 1, "An input file cannot be read."}
	TooLarge      = &Code{"E0004", "input-too-large", Error, 0, "The input exceeds a limit that keeps compilation bounded."}
	BadProfile    = &Code{"E0006", "bad-profile", Error, 0, "A profile name is not known."}
	NotSupported  = &Code{"E0005", "not-supported", Error, 0, "The construct is parsed but not compiled yet."}
)

var generalCodes = []*Code{TooManyErrors, InternalError, FileNotFound, TooLarge, NotSupported, BadProfile}

// Codes returns all codes in the order of their groups.
func Codes() []*Code {
	var all []*Code
	for _, group := range [][]*Code{generalCodes, frontendCodes, semaCodes, atomicCodes, resourceCodes, lowerCodes, targetCodes, lintCodes} {
		all = append(all, group...)
	}
	return all
}
