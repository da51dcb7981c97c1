package diag

// Codes of: what a target cannot express.
var ()

var targetCodes = []*Code{}
