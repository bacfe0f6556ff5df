import { loadLibrary } from '../../platform/packageContent.ts'
import type { Bn254Backend, Fp2, TwistPoint } from './backend.ts'

/** Arithmetic in JavaScript, which runs on any platform. Loaded at first use, because few processes need it. */
export function loadNoble(): Bn254Backend {
  const library = loadLibrary('@noble/curves/bn254.js')
  const { G1, G2, fields, pairingBatch } = library.bn254
  const element = ({ real, imaginary }: Fp2) => ({ c0: real, c1: imaginary })
  const twistPoint = ({ x, y }: TwistPoint) => G2.Point.fromAffine({ x: element(x), y: element(y) })
  return {
    multiply: (point, scalar) => G1.Point.fromAffine(point).multiplyUnsafe(scalar).toAffine(),
    isInG2: (point) => {
      try {
        twistPoint(point).assertValidity()
        return true
      } catch {
        return false
      }
    },
    isPairingProductOne: (pairs) => {
      const product = pairingBatch(
        pairs.map(({ g1, g2 }) => ({ g1: G1.Point.fromAffine(g1), g2: twistPoint(g2) })),
      )
      return fields.Fp12.eql(product, fields.Fp12.ONE)
    },
  }
}
