package diag

// Codes of: entry points, resources and bindings.
var ()

var resourceCodes = []*Code{}
