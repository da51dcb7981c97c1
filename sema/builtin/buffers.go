package builtin

// Methods of structured and typed buffers.
var bufferMethods = []Row{
	{Name: "Append", On: OnAppend, Op: OpAppend, Sig: "void(R)"},
	{Name: "Consume", On: OnConsume, Op: OpConsume, Sig: "R()"},
	{Name: "DecrementCounter", On: OnRWStructured, Op: OpDecrementCounter, Sig: "uint()"},
	{Name: "GetDimensions", On: OnAnyStructured, Op: OpStructuredDimensions, Sig: "void(out uint,out uint)"},
	{Name: "GetDimensions", On: OnTyped, Op: OpTypedDimensions, Sig: "void(out uint)"},
	{Name: "IncrementCounter", On: OnRWStructured, Op: OpIncrementCounter, Sig: "uint()"},
	{Name: "Load", On: OnStructured, Action: ActElement, Sig: "R(T)", Of: OfInt},
	{Name: "Load", On: OnTyped, Action: ActElement, Sig: "R(T)", Of: OfInt},
	{Name: "Store", On: OnRWTyped, Action: ActElementStore, Sig: "void(uint,R)"},
	{Name: "getCount", On: OnStructured, Op: OpStructuredLength, Sig: "uint()"},
}
