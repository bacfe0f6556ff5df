import { addSecp256k1 } from '../../crypto/secp256k1Points.ts'
import { curvePrecompile } from './curvePrecompile.ts'

/** Sum of two points of secp256k1 (RSKIP516). */
export const secp256k1Add = curvePrecompile('secp256k1 add', 64, 150, addSecp256k1)
