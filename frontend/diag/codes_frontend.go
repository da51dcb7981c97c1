package diag

// Codes of: lexer, preprocessor and parser.
var ()

var frontendCodes = []*Code{}
