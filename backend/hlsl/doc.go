package hlsl
