import { reversedBytes } from '../../primitives/bytes.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import type { Point } from '../weierstrass.ts'
import type { Bn254Backend, Fp2, TwistPoint } from './backend.ts'

/** Arithmetic in WebAssembly, many times faster than JavaScript; compiling it takes about 0.1 s. */
export async function loadMcl(): Promise<Bn254Backend> {
  const mcl = await import('mcl-wasm')
  await mcl.init(mcl.BN_SNARK1)
  // Makes `isValid` of a point of G2 check the subgroup too.
  mcl.verifyOrderG2(true)

  const field = (value: bigint) => {
    const element = new mcl.Fp()
    element.setBigEndianMod(wordBytes(value))
    return element
  }
  const quadratic = ({ real, imaginary }: Fp2) => {
    const element = new mcl.Fp2()
    element.set_a(field(real))
    element.set_b(field(imaginary))
    return element
  }
  const scalarOf = (value: bigint) => {
    const scalar = new mcl.Fr()
    scalar.setBigEndianMod(wordBytes(value))
    return scalar
  }
  const one = field(1n)
  const quadraticOne = quadratic({ real: 1n, imaginary: 0n })

  const g1 = ({ x, y }: Point) => {
    const point = new mcl.G1()
    point.setX(field(x))
    point.setY(field(y))
    point.setZ(one)
    return point
  }
  const g2 = ({ x, y }: TwistPoint) => {
    const point = new mcl.G2()
    point.setX(quadratic(x))
    point.setY(quadratic(y))
    point.setZ(quadraticOne)
    return point
  }

  return {
    multiply: (point, scalar) => {
      const product = mcl.mul(g1(point), scalarOf(scalar))
      product.normalize()
      const coordinate = (element: typeof one) => toBigInt(reversedBytes(element.serialize()))
      return { x: coordinate(product.getX()), y: coordinate(product.getY()) }
    },
    isInG2: (point) => g2(point).isValid(),
    isPairingProductOne: (pairs) => {
      const product = new mcl.GT()
      product.setInt(1)
      const loops = pairs.map((pair) => mcl.millerLoop(g1(pair.g1), g2(pair.g2)))
      return mcl.finalExp(loops.reduce((left, right) => mcl.mul(left, right), product)).isOne()
    },
  }
}
