package builtin

// Methods of textures.
var textureMethods = []Row{
	{Name: "Gather", On: OnTexture, Op: OpTextureGatherRed, Sig: "R4(SamplerState,float@,int@off?)"},
	{Name: "GatherAlpha", On: OnTexture, Op: OpTextureGatherAlpha, Sig: "R4(SamplerState,float@,int@off?)"},
	{Name: "GatherBlue", On: OnTexture, Op: OpTextureGatherBlue, Sig: "R4(SamplerState,float@,int@off?)"},
	{Name: "GatherGreen", On: OnTexture, Op: OpTextureGatherGreen, Sig: "R4(SamplerState,float@,int@off?)"},
	{Name: "GatherRed", On: OnTexture, Op: OpTextureGatherRed, Sig: "R4(SamplerState,float@,int@off?)"},
	{Name: "GetDimensions", On: OnTexture | OnTextureMS | OnRWTexture, Op: OpTextureDimensions, Sig: "void(out any)"},
	{Name: "GetDimensions", On: OnTexture | OnTextureMS | OnRWTexture, Op: OpTextureDimensions, Sig: "void(out any,out any)"},
	{Name: "GetDimensions", On: OnTexture | OnTextureMS | OnRWTexture, Op: OpTextureDimensions, Sig: "void(out any,out any,out any)"},
	{Name: "GetDimensions", On: OnTexture | OnTextureMS | OnRWTexture, Op: OpTextureDimensions, Sig: "void(out any,out any,out any,out any)"},
	{Name: "GetDimensions", On: OnTexture, Op: OpTextureDimensionsMip, Sig: "void(uint,out any,out any)"},
	{Name: "GetDimensions", On: OnTexture, Op: OpTextureDimensionsMip, Sig: "void(uint,out any,out any,out any)"},
	{Name: "GetDimensions", On: OnTexture, Op: OpTextureDimensionsMip, Sig: "void(uint,out any,out any,out any,out any)"},
	{Name: "InterlockedAddF32", On: OnRWTexture, Action: ActTexelAtomic, Atomic: AtomicAdd, Sig: "float(uint@,float)"},
	{Name: "InterlockedAddF32", On: OnRWTexture, Action: ActTexelAtomic, Atomic: AtomicAdd, Sig: "void(uint@,float,out float)"},
	{Name: "Load", On: OnTexture, Op: OpTextureLoad, Sig: "R(int@mip,int@off?)"},
	{Name: "Load", On: OnTextureMS, Op: OpTextureLoadMS, Sig: "R(int@,int,int@off?)"},
	{Name: "Load", On: OnRWTexture, Action: ActElement, Sig: "R(int@)"},
	{Name: "Sample", On: OnTexture, Op: OpTextureSample, Sig: "R(SamplerState,float@,int@off?)"},
	{Name: "SampleBias", On: OnTexture, Op: OpTextureSampleBias, Sig: "R(SamplerState,float@,float,int@off?)"},
	{Name: "SampleCmp", On: OnTexture, Op: OpTextureSampleCmp, Sig: "RE(SamplerComparisonState,float@,float,int@off?)"},
	{Name: "SampleCmpLevelZero", On: OnTexture, Op: OpTextureSampleCmpLevelZero, Sig: "RE(SamplerComparisonState,float@,float,int@off?)"},
	{Name: "SampleGrad", On: OnTexture, Op: OpTextureSampleGrad, Sig: "R(SamplerState,float@,float@off,float@off,int@off?)"},
	{Name: "SampleLevel", On: OnTexture, Op: OpTextureSampleLevel, Sig: "R(SamplerState,float@,float,int@off?)"},
	{Name: "Store", On: OnRWTexture, Action: ActElementStore, Sig: "void(uint@,R)"},
}
