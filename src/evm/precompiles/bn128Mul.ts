import { multiplyG1 } from '../../crypto/bn254.ts'
import { curvePrecompile } from './curvePrecompile.ts'

/** Product of a point of bn128 and a scalar (RSKIP137, EIP-196). */
export const bn128Mul = curvePrecompile('bn128 mul', 32, 6000, multiplyG1)
