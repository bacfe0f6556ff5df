import { multiplySecp256k1 } from '../../crypto/secp256k1Points.ts'
import { curvePrecompile } from './curvePrecompile.ts'

/** Product of a point of secp256k1 and a scalar (RSKIP516). */
export const secp256k1Mul = curvePrecompile('secp256k1 mul', 32, 3000, multiplySecp256k1)
