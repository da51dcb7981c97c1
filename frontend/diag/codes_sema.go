package diag

// Codes of: names, types, overloads and constants.
var ()

var semaCodes = []*Code{}
