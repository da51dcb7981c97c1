package diag

// Codes of: entry points, resources and bindings.
var (
	EntryNotFound     = &Code{"E0401", "entry-not-found", Error, 38000, "No function has the name of the entry point that was asked for."}
	BadSpecialization = &Code{"E0415", "bad-specialization", Error, 0, "The generic arguments of the command line do not fit a generic entry point."}
	BadNumThreads     = &Code{"E0403", "bad-numthreads", Error, 31102, "The size of a workgroup is not made of positive integers."}
	BadSystemValue    = &Code{"E0404", "bad-system-value", Error, 30702, "A semantic is not an input of a compute entry point."}
	SystemValueType   = &Code{"E0405", "system-value-type", Error, 30701, "A parameter's type does not fit its system value."}
	EntryParameter    = &Code{"E0406", "entry-parameter", Error, 0, "A parameter of an entry point is neither a system value nor uniform."}
	EntryResult       = &Code{"E0407", "entry-result", Error, 0, "A compute entry point has a result or an output."}
	BadWaveSize       = &Code{"E0408", "bad-wave-size", Error, 31103, "A wave size is not a power of two from 4 to 128, or the range is empty."}
	BadAttribute      = &Code{"E0409", "bad-attribute", Error, 31001, "An attribute has the wrong arguments."}
	BadBinding        = &Code{"E0410", "bad-binding", Error, 31221, "A register or a binding is malformed or does not fit the type."}
	BadFormat         = &Code{"E0411", "bad-format", Error, 31101, "An image format is unknown, or holds other numbers than the elements."}
	UnknownStage      = &Code{"E0412", "unknown-stage", Error, 31100, "A shader stage is unknown."}
	BadParameterType  = &Code{"E0413", "bad-parameter-type", Error, 30076, "A type cannot be a shader parameter or the element of a resource."}
	AttributePlace    = &Code{"E0416", "attribute-place", Error, 31002, "An attribute stands on a declaration or statement of a kind that it is not for."}
	BadLayout         = &Code{"E0417", "bad-layout", Error, 31217, "A layout qualifier is unknown, lacks its value, or stands where it says nothing."}

	UnknownAttribute  = &Code{"W0401", "unknown-attribute", Warning, 31000, "An attribute is not known and has no effect."}
	LargeWorkgroup    = &Code{"W0402", "large-workgroup", Warning, 0, "A workgroup of more than 1024 invocations is beyond what devices guarantee."}
	ImplicitParameter = &Code{"W0403", "implicit-parameter", Warning, 39016, "A global variable without static is a shader parameter."}
	LargeGroupshared  = &Code{"W0404", "large-groupshared", Warning, 0, "An entry point uses more groupshared memory than devices usually have."}
	NoNumThreads      = &Code{"W0405", "no-numthreads", Warning, 0, "A compute entry point does not say the size of its workgroup: it has one invocation."}
	IdleAttribute     = &Code{"W0406", "idle-attribute", Warning, 0, "An attribute has no effect where it stands."}
	NoEntryPoint      = &Code{"W0450", "no-entry-point", Note, 0, "A checked file has no entry point: what its functions would need of a target is not checked."}
)

var resourceCodes = []*Code{BadSpecialization, EntryNotFound, BadNumThreads, BadSystemValue, SystemValueType, EntryParameter,
	EntryResult, BadWaveSize, BadAttribute, BadBinding, BadFormat, UnknownStage, BadParameterType, AttributePlace, BadLayout,
	UnknownAttribute, LargeWorkgroup, ImplicitParameter, LargeGroupshared, NoNumThreads, IdleAttribute, NoEntryPoint}
