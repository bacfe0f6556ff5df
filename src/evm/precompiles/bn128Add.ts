import { addG1 } from '../../crypto/bn254.ts'
import { curvePrecompile } from './curvePrecompile.ts'

/** Sum of two points of bn128 (RSKIP137, EIP-196). */
export const bn128Add = curvePrecompile('bn128 add', 64, 150, addG1)
