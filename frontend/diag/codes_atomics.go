package diag

// Codes of: atomics, memory orders and barriers.
var ()

var atomicCodes = []*Code{}
