package hlsl

import (
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// row is how HLSL spells an intrinsic. text is the name of a function or a
// template with $0, $1 …; an operand that it names twice gets a temporary. A row
// $0.name is a method of the first operand that takes the others. since
// is the first shader model that has it, helper a function of helper.go.
type row struct {
	text    string
	since   int
	helper  string
	scalar  bool   // text is for scalars: vectors are spelled by components
	special bool   // spelled by the function special
	alt     string // spelling for other operand types, see spelling
}

// intrinsics is one row an operation; a row without text says that HLSL lacks
// the operation (or that another part of the backend spells it).
var intrinsics = [builtin.NumOps]row{
	builtin.OpAbs:             {text: "abs"},
	builtin.OpSign:            {text: "sign"},
	builtin.OpMin:             {text: "min"},
	builtin.OpMax:             {text: "max"},
	builtin.OpClamp:           {text: "clamp"},
	builtin.OpSaturate:        {text: "saturate"},
	builtin.OpFloor:           {text: "floor"},
	builtin.OpCeil:            {text: "ceil"},
	builtin.OpTrunc:           {text: "trunc"},
	builtin.OpRound:           {text: "round"},
	builtin.OpFrac:            {text: "frac"},
	builtin.OpFmod:            {text: "fmod"},
	builtin.OpFloorMod:        {text: "$0 - $1 * floor($0 / $1)"},
	builtin.OpModf:            {text: "modf"},
	builtin.OpFrexp:           {text: "frexp", special: true},
	builtin.OpLdexp:           {text: "ldexp", special: true},
	builtin.OpSqrt:            {text: "sqrt"},
	builtin.OpRsqrt:           {text: "rsqrt"},
	builtin.OpRcp:             {text: "rcp"},
	builtin.OpPow:             {text: "pow"},
	builtin.OpExp:             {text: "exp"},
	builtin.OpExp2:            {text: "exp2"},
	builtin.OpLog:             {text: "log"},
	builtin.OpLog2:            {text: "log2"},
	builtin.OpLog10:           {text: "log10"},
	builtin.OpSin:             {text: "sin"},
	builtin.OpCos:             {text: "cos"},
	builtin.OpTan:             {text: "tan"},
	builtin.OpSincos:          {text: "sincos"},
	builtin.OpAsin:            {text: "asin"},
	builtin.OpAcos:            {text: "acos"},
	builtin.OpAtan:            {text: "atan"},
	builtin.OpAtan2:           {text: "atan2"},
	builtin.OpSinh:            {text: "sinh"},
	builtin.OpCosh:            {text: "cosh"},
	builtin.OpTanh:            {text: "tanh"},
	builtin.OpAsinh:           {text: "sign($0) * log(abs($0) + sqrt($0 * $0 + 1.0f))"},
	builtin.OpAcosh:           {text: "log($0 + sqrt($0 * $0 - 1.0f))"},
	builtin.OpAtanh:           {text: "0.5f * log((1.0f + $0) / (1.0f - $0))"},
	builtin.OpDegrees:         {text: "degrees"},
	builtin.OpRadians:         {text: "radians"},
	builtin.OpMad:             {text: "mad"},
	builtin.OpFma:             {text: "mad", alt: "fma"}, // fma is for double only
	builtin.OpLerp:            {text: "lerp"},
	builtin.OpStep:            {text: "step"},
	builtin.OpSmoothstep:      {text: "smoothstep"},
	builtin.OpIsNan:           {text: "isnan"},
	builtin.OpIsInf:           {text: "isinf"},
	builtin.OpIsFinite:        {text: "isfinite"},
	builtin.OpSelect:          {text: "$0 ? $1 : $2", special: true},
	builtin.OpAnd:             {text: "$0 && $1", special: true},
	builtin.OpOr:              {text: "$0 || $1", special: true},
	builtin.OpNot:             {text: "!$0"},
	builtin.OpAny:             {text: "any"},
	builtin.OpAll:             {text: "all"},
	builtin.OpDot:             {text: "dot"},
	builtin.OpCross:           {text: "cross"},
	builtin.OpLength:          {text: "length"},
	builtin.OpDistance:        {text: "distance"},
	builtin.OpNormalize:       {text: "normalize"},
	builtin.OpReflect:         {text: "reflect"},
	builtin.OpRefract:         {text: "refract"},
	builtin.OpFaceforward:     {text: "faceforward"},
	builtin.OpMul:             {text: "$0 * $1"},
	builtin.OpCountBits:       {text: "countbits"},
	builtin.OpFirstBitHigh:    {text: "firstbithigh"},
	builtin.OpFirstBitLow:     {text: "firstbitlow"},
	builtin.OpReverseBits:     {text: "reversebits"},
	builtin.OpBitfieldExtract: {text: "slc_bitfield_extract($0, $1, $2)", helper: "slc_bitfield_extract", scalar: true},
	builtin.OpBitfieldInsert:  {text: "slc_bitfield_insert($0, $1, $2, $3)", helper: "slc_bitfield_insert", scalar: true},
	builtin.OpAsDouble:        {text: "asdouble"},
	builtin.OpSplitDouble:     {text: "asuint"},
	builtin.OpF16ToF32:        {text: "f16tof32"},
	builtin.OpF32ToF16:        {text: "f32tof16"},
	builtin.OpDot4AddU8:       {text: "dot4add_u8packed", since: 64},
	builtin.OpDot4AddI8:       {text: "dot4add_i8packed", since: 64},
	builtin.OpDot2Add:         {text: "dot2add", since: 64},
	builtin.OpMsad4:           {text: "msad4"},
	builtin.OpPackU8:          {text: "slc_pack_8(uint4($0))", helper: "slc_pack_8"},
	builtin.OpPackS8:          {text: "slc_pack_8(int4($0))", helper: "slc_pack_8"},
	builtin.OpPackClampU8:     {text: "slc_pack_8(clamp(int4($0), (int4)0, (int4)255))", helper: "slc_pack_8"},
	builtin.OpPackClampS8:     {text: "slc_pack_8(clamp(int4($0), (int4)-128, (int4)127))", helper: "slc_pack_8"},
	builtin.OpUnpackU8:        {text: "slc_unpack_u8", helper: "slc_unpack_u8"},
	builtin.OpUnpackS8:        {text: "slc_unpack_s8", helper: "slc_unpack_s8"},
	builtin.OpPackHalf2x16:    {text: "slc_pack_half_2x16", helper: "slc_pack_half_2x16"},
	builtin.OpUnpackHalf2x16:  {text: "slc_unpack_half_2x16", helper: "slc_unpack_half_2x16"},
	builtin.OpPackUnorm2x16:   {text: "slc_pack_unorm_2x16", helper: "slc_pack_unorm_2x16"},
	builtin.OpUnpackUnorm2x16: {text: "slc_unpack_unorm_2x16", helper: "slc_unpack_unorm_2x16"},
	builtin.OpPackSnorm2x16:   {text: "slc_pack_snorm_2x16", helper: "slc_pack_snorm_2x16"},
	builtin.OpUnpackSnorm2x16: {text: "slc_unpack_snorm_2x16", helper: "slc_unpack_snorm_2x16"},
	builtin.OpPackUnorm4x8:    {text: "slc_pack_unorm_4x8", helper: "slc_pack_unorm_4x8"},
	builtin.OpUnpackUnorm4x8:  {text: "slc_unpack_unorm_4x8", helper: "slc_unpack_unorm_4x8"},
	builtin.OpPackSnorm4x8:    {text: "slc_pack_snorm_4x8", helper: "slc_pack_snorm_4x8"},
	builtin.OpUnpackSnorm4x8:  {text: "slc_unpack_snorm_4x8", helper: "slc_unpack_snorm_4x8"},
	builtin.OpNonUniform:      {text: "NonUniformResourceIndex"},
	builtin.OpPrintf:          {text: "", special: true},

	builtin.OpWaveIsFirstLane:     {text: "WaveIsFirstLane()"},
	builtin.OpWaveActiveMask:      {text: "WaveActiveBallot(true)"},
	builtin.OpWaveActiveMask32:    {text: "WaveActiveBallot(true).x"},
	builtin.OpWaveAllTrue:         {text: "WaveActiveAllTrue"},
	builtin.OpWaveAnyTrue:         {text: "WaveActiveAnyTrue"},
	builtin.OpWaveAllEqual:        {text: "WaveActiveAllEqual", special: true}, // one result a component
	builtin.OpWaveBallot:          {text: "WaveActiveBallot"},
	builtin.OpWaveBallot32:        {text: "WaveActiveBallot($0).x"},
	builtin.OpWaveCountBits:       {text: "WaveActiveCountBits"},
	builtin.OpWaveSum:             {text: "WaveActiveSum"},
	builtin.OpWaveProduct:         {text: "WaveActiveProduct"},
	builtin.OpWaveMin:             {text: "WaveActiveMin"},
	builtin.OpWaveMax:             {text: "WaveActiveMax"},
	builtin.OpWaveBitAnd:          {text: "WaveActiveBitAnd", alt: "WaveActiveAllTrue"},
	builtin.OpWaveBitOr:           {text: "WaveActiveBitOr", alt: "WaveActiveAnyTrue"},
	builtin.OpWaveBitXor:          {text: "WaveActiveBitXor", alt: "(WaveActiveCountBits($0) & 1u) != 0u"},
	builtin.OpWavePrefixSum:       {text: "WavePrefixSum"},
	builtin.OpWavePrefixProduct:   {text: "WavePrefixProduct"},
	builtin.OpWavePrefixBitAnd:    {text: "WaveMultiPrefixBitAnd($0, WaveActiveBallot(true))", since: 65},
	builtin.OpWavePrefixBitOr:     {text: "WaveMultiPrefixBitOr($0, WaveActiveBallot(true))", since: 65},
	builtin.OpWavePrefixBitXor:    {text: "WaveMultiPrefixBitXor($0, WaveActiveBallot(true))", since: 65},
	builtin.OpWavePrefixCountBits: {text: "WavePrefixCountBits"},

	builtin.OpWaveInclusiveSum:     {text: "WavePrefixSum($0) + $0"},
	builtin.OpWaveInclusiveProduct: {text: "WavePrefixProduct($0) * $0"},
	builtin.OpWaveInclusiveBitAnd:  {text: "WaveMultiPrefixBitAnd($0, WaveActiveBallot(true)) & $0", since: 65},
	builtin.OpWaveInclusiveBitOr:   {text: "WaveMultiPrefixBitOr($0, WaveActiveBallot(true)) | $0", since: 65},
	builtin.OpWaveInclusiveBitXor:  {text: "WaveMultiPrefixBitXor($0, WaveActiveBallot(true)) ^ $0", since: 65},

	builtin.OpWaveReadLaneFirst:   {text: "WaveReadLaneFirst"},
	builtin.OpWaveReadLaneAt:      {text: "WaveReadLaneAt"},
	builtin.OpWaveBroadcast:       {text: "WaveReadLaneAt"},
	builtin.OpWaveShuffle:         {text: "WaveReadLaneAt"},
	builtin.OpWaveShuffleXor:      {text: "WaveReadLaneAt($0, WaveGetLaneIndex() ^ $1)"},
	builtin.OpWaveShuffleUp:       {text: "WaveReadLaneAt($0, WaveGetLaneIndex() - $1)"},
	builtin.OpWaveShuffleDown:     {text: "WaveReadLaneAt($0, WaveGetLaneIndex() + $1)"},
	builtin.OpWaveRotate:          {text: "WaveReadLaneAt($0, (WaveGetLaneIndex() + $1) % WaveGetLaneCount())"},
	builtin.OpWaveClusteredRotate: {text: "WaveReadLaneAt($0, (WaveGetLaneIndex() & ~($2 - 1u)) | ((WaveGetLaneIndex() + $1) & ($2 - 1u)))"},

	builtin.OpWaveMatch:                {text: "WaveMatch", since: 65},
	builtin.OpWaveMatch32:              {text: "WaveMatch($0).x", since: 65},
	builtin.OpWaveMultiPrefixSum:       {text: "WaveMultiPrefixSum", since: 65},
	builtin.OpWaveMultiPrefixProduct:   {text: "WaveMultiPrefixProduct", since: 65},
	builtin.OpWaveMultiPrefixBitAnd:    {text: "WaveMultiPrefixBitAnd", since: 65},
	builtin.OpWaveMultiPrefixBitOr:     {text: "WaveMultiPrefixBitOr", since: 65},
	builtin.OpWaveMultiPrefixBitXor:    {text: "WaveMultiPrefixBitXor", since: 65},
	builtin.OpWaveMultiPrefixCountBits: {text: "WaveMultiPrefixCountBits", since: 65},

	builtin.OpWaveMultiInclusiveSum:     {text: "WaveMultiPrefixSum($0, $1) + $0", since: 65},
	builtin.OpWaveMultiInclusiveProduct: {text: "WaveMultiPrefixProduct($0, $1) * $0", since: 65},
	builtin.OpWaveMultiInclusiveBitAnd:  {text: "WaveMultiPrefixBitAnd($0, $1) & $0", since: 65},
	builtin.OpWaveMultiInclusiveBitOr:   {text: "WaveMultiPrefixBitOr($0, $1) | $0", since: 65},
	builtin.OpWaveMultiInclusiveBitXor:  {text: "WaveMultiPrefixBitXor($0, $1) ^ $0", since: 65},

	builtin.OpWaveInverseBallot:    {text: "slc_ballot_bit($0, WaveGetLaneIndex())", helper: "slc_ballot_bit"},
	builtin.OpWaveBallotBitExtract: {text: "slc_ballot_bit", helper: "slc_ballot_bit"},
	builtin.OpWaveBallotBitCount:   {text: "slc_ballot_count", helper: "slc_ballot_count"},
	builtin.OpWaveBallotInclusive:  {text: "slc_ballot_count($0 & (slc_lane_lt_mask() | slc_lane_eq_mask()))", helper: "slc_ballot_count"},
	builtin.OpWaveBallotExclusive:  {text: "slc_ballot_count($0 & slc_lane_lt_mask())", helper: "slc_ballot_count"},
	builtin.OpWaveBallotFindLSB:    {text: "slc_ballot_lsb", helper: "slc_ballot_lsb"},
	builtin.OpWaveBallotFindMSB:    {text: "slc_ballot_msb", helper: "slc_ballot_msb"},

	builtin.OpDdx:       {text: "ddx", since: 66},
	builtin.OpDdy:       {text: "ddy", since: 66},
	builtin.OpDdxFine:   {text: "ddx_fine", since: 66},
	builtin.OpDdyFine:   {text: "ddy_fine", since: 66},
	builtin.OpDdxCoarse: {text: "ddx_coarse", since: 66},
	builtin.OpDdyCoarse: {text: "ddy_coarse", since: 66},

	builtin.OpQuadReadAt:             {text: "QuadReadLaneAt"},
	builtin.OpQuadReadAcrossX:        {text: "QuadReadAcrossX"},
	builtin.OpQuadReadAcrossY:        {text: "QuadReadAcrossY"},
	builtin.OpQuadReadAcrossDiagonal: {text: "QuadReadAcrossDiagonal"},
	builtin.OpQuadAny:                {text: "QuadAny", since: 67},
	builtin.OpQuadAll:                {text: "QuadAll", since: 67},

	builtin.OpTextureDimensions:         {text: "GetDimensions", special: true},
	builtin.OpTextureDimensionsMip:      {text: "GetDimensions", special: true},
	builtin.OpIncrementCounter:          {text: "$0.IncrementCounter()"},
	builtin.OpDecrementCounter:          {text: "$0.DecrementCounter()"},
	builtin.OpTextureSample:             {text: "$0.Sample"},
	builtin.OpTextureSampleLevel:        {text: "$0.SampleLevel"},
	builtin.OpTextureSampleBias:         {text: "$0.SampleBias"},
	builtin.OpTextureSampleGrad:         {text: "$0.SampleGrad"},
	builtin.OpTextureSampleCmp:          {text: "$0.SampleCmp"},
	builtin.OpTextureSampleCmpLevelZero: {text: "$0.SampleCmpLevelZero"},
	builtin.OpTextureGatherRed:          {text: "$0.GatherRed"},
	builtin.OpTextureGatherGreen:        {text: "$0.GatherGreen"},
	builtin.OpTextureGatherBlue:         {text: "$0.GatherBlue"},
	builtin.OpTextureGatherAlpha:        {text: "$0.GatherAlpha"},
	builtin.OpTextureGatherCmp:          {text: "$0.GatherCmp"},
	builtin.OpTextureSampleCmpLevel:     {text: "$0.SampleCmpLevel", since: 67},
	builtin.OpTextureSampleCmpGrad:      {text: "$0.SampleCmpGrad", since: 68},
}

// Intrinsic spells an intrinsic by its row.
func (e *emitter) Intrinsic(f *text.Func, in *ir.Instr) text.Expr {
	if _, ok := text.SystemIn(in); ok {
		return e.System(f, in)
	}
	r := &intrinsics[in.Intrinsic]
	if r.text == "" {
		if in.Intrinsic == builtin.OpPrintf {
			return text.Expr{}
		}
		e.lacks(diag.TargetUnsupported, in.Span, "operation '%s'%s", in.Function(), onType(in))
		return text.Atom("0")
	}
	if singleOnly(in) {
		e.lacks(diag.TargetUnsupported, in.Span, "operation '%s'%s", in.Function(), onType(in))
		return text.Atom("0")
	}
	if e.sm < r.since {
		e.needs(diag.TargetUnsupported, in.Span, "operation '"+in.Function()+"'", r.since)
	}
	if builtin.IsDerivative(in.Intrinsic) {
		e.quadsOfGroups(in)
	}
	f.UseHelper(r.helper)
	if r.special {
		return e.special(f, in, r)
	}
	if v, ok := in.Type.(*types.Vector); ok && r.scalar && v.N > 1 { // it would be truncated
		return e.componentwise(f, in, r.text)
	}
	return e.spell(f, in, e.spelling(in, r))
}

// singleOnly reports a function of mathematics that HLSL has for half and float only: it would take a
// double as a float, which loses bits.
func singleOnly(in *ir.Instr) bool {
	if len(in.Args) == 0 || types.ElemScalar(in.Args[0].ValueType()) != types.Double || !builtin.Pure(in.Intrinsic) {
		return false
	}
	switch in.Intrinsic {
	case builtin.OpAbs, builtin.OpSign, builtin.OpMin, builtin.OpMax, builtin.OpClamp, builtin.OpSaturate, builtin.OpRcp,
		builtin.OpMad, builtin.OpFma, builtin.OpSelect, builtin.OpMul, builtin.OpDot, builtin.OpAny, builtin.OpAll:
		return false
	}
	return true
}

func onType(in *ir.Instr) string {
	if len(in.Args) == 0 {
		return ""
	}
	return " on '" + in.Args[0].ValueType().String() + "'"
}

// spelling picks the row's text for the operand types.
func (e *emitter) spelling(in *ir.Instr, r *row) string {
	if r.alt == "" {
		return r.text
	}
	t := in.Args[0].ValueType()
	switch in.Intrinsic {
	case builtin.OpFma:
		if types.ElemScalar(t) == types.Double {
			return r.alt
		}
	default: // bits of bool
		if t == types.Type(types.Bool) {
			return r.alt
		}
	}
	return r.text
}

// spell fills a row with the operands.
func (e *emitter) spell(f *text.Func, in *ir.Instr, row string) text.Expr {
	args := make([]text.Expr, len(in.Args))
	for i, a := range in.Args {
		switch _, ref := a.ValueType().(*types.Ref); {
		case ref:
			args[i] = f.Path(text.PlaceOf(a))
		case text.Uses(row, i) > 1:
			args[i] = f.Named(a)
		default:
			args[i] = f.Value(a)
		}
	}
	if signedBits(in) || boolBits(in, row) { // defined for unsigned integers only
		inner := text.Call(e.Type(types.WithElem(in.Type, types.Uint)), args[0])
		return text.Call(e.Type(in.Type), fill(row, append([]text.Expr{inner}, args[1:]...)))
	}
	if in.Intrinsic == builtin.OpSign { // glslang gives it the type of the operand
		return text.Call(e.Type(in.Type), fill(row, args))
	}
	if uintResult(in) && (types.ElemScalar(in.Type) != types.Uint || types.ElemScalar(in.Args[0].ValueType()) != types.Uint) {
		// a quotient, shift or comparison may follow, whose sign is that of the source
		return text.Call(e.Type(in.Type), fill(row, args))
	}
	return fill(row, args)
}

// uintResult reports whether in is one of the functions whose result DXC types uint whatever the operand is; glslang gives
// it the type of the operand.
func uintResult(in *ir.Instr) bool {
	return in.Intrinsic == builtin.OpCountBits || in.Intrinsic == builtin.OpFirstBitHigh || in.Intrinsic == builtin.OpFirstBitLow
}

func fill(row string, args []text.Expr) text.Expr {
	if method, ok := strings.CutPrefix(row, "$0."); ok && !strings.Contains(method, "(") {
		return text.Call(args[0].Text+"."+method, args[1:]...)
	}
	if !strings.ContainsAny(row, "$(") {
		return text.Call(row, args...)
	}
	return text.Template(row, args)
}

// signedBits reports whether in is one of the bitwise wave operations on int.
func signedBits(in *ir.Instr) bool {
	return in.Intrinsic >= builtin.OpWaveBitAnd && in.Intrinsic <= builtin.OpWaveBitXor && types.ElemScalar(in.Type) == types.Int
}

// boolBits reports whether row is one of the operations of waves and quads on bools that HLSL has for numbers only. A
// bitwise one gives on none the bits of the neutral element, whose truth is that of bool.
func boolBits(in *ir.Instr, row string) bool {
	return in.IsValue() && types.ElemScalar(in.Type) == types.Bool &&
		(strings.HasPrefix(row, "WaveActiveBit") || strings.HasPrefix(row, "WaveMultiPrefixBit") || strings.HasPrefix(row, "QuadRead"))
}

// special spells the rows that need more than a template.
func (e *emitter) special(f *text.Func, in *ir.Instr, r *row) text.Expr {
	switch in.Intrinsic {
	case builtin.OpSelect, builtin.OpAnd, builtin.OpOr:
		if v, ok := in.Type.(*types.Vector); ok && v.N > 1 {
			return e.componentwise(f, in, r.text)
		}
		return e.spell(f, in, r.text)
	case builtin.OpWaveAllEqual:
		n := types.NumComponents(in.Args[0].ValueType())
		if n == 1 {
			return e.spell(f, in, r.text)
		}
		x := f.Named(in.Args[0])
		name := f.Declare(in)
		for i := range n {
			call := text.Call(r.text, text.Member(x, "xyzw"[i:i+1]))
			if i > 0 {
				call = text.Binary(call, "&&", text.PrecAndAnd, text.Atom(name))
			}
			f.Line(name + " = " + call.Text + ";")
		}
		return text.Expr{}
	case builtin.OpTextureDimensions, builtin.OpTextureDimensionsMip:
		return e.dimensions(f, in)
	case builtin.OpLdexp: // the exponent is a float
		x, n := f.Value(in.Args[0]), f.Value(in.Args[1])
		if types.ElemScalar(in.Args[1].ValueType()).Kind.IsInt() {
			n = text.Call(e.Type(in.Type), n)
		}
		return text.Call(r.text, x, n)
	case builtin.OpFrexp: // so is the result here
		x := f.Value(in.Args[0])
		place := text.PlaceOf(in.Args[1])
		exp := f.Temp("exponent")
		f.Line(e.Declare(in.Type, exp) + ";")
		name := f.Declare(in)
		f.Line(name + " = frexp(" + x.Arg() + ", " + exp + ");")
		f.Line(f.Path(place).Text + " = " + e.Type(place.Elem) + "(" + exp + ");")
		return text.Expr{}
	}
	return text.Expr{}
}

// quadsOfGroups reports entry points whose quads HLSL forms in another way than they say: from the size of the workgroup, of 2 x 2 invocations
// where it has several rows and of four in a row otherwise (HLSL specification, shader model 6.6, "Derivatives").
func (e *emitter) quadsOfGroups(in *ir.Instr) {
	for _, entry := range e.m.Entries {
		if entry.DerivativeGroup == "linear" && (entry.NumThreads[1] > 1 || entry.NumThreads[2] > 1) {
			e.lacks(diag.TargetUnsupported, in.Span, "linear quads in a workgroup of several rows, for operation '%s'", in.Function())
			return
		}
	}
}
