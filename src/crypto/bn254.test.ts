import { bn254 } from '@noble/curves/bn254.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import type { Bn254Backend, Fp2, TwistPoint } from './bn254/backend.ts'
import { loadMcl } from './bn254/mcl.ts'
import { loadNoble } from './bn254/noble.ts'
import { addG1, isPairingProductOne, multiplyG1, prepareBn254 } from './bn254.ts'

const { G1, G2, fields } = bn254
const order = fields.Fr.ORDER
const prime = fields.Fp.ORDER
const scalars = fc.bigInt({ min: 1n, max: order - 1n })

type NobleG1 = typeof G1.Point.BASE
type NobleG2 = typeof G2.Point.BASE
const quadratic = ({ c0, c1 }: { c0: bigint; c1: bigint }): Fp2 => ({ real: c0, imaginary: c1 })
const twist = (point: NobleG2): TwistPoint => {
  const { x, y } = point.toAffine()
  return { x: quadratic(x), y: quadratic(y) }
}

/** A point of the twisted curve that is not in the subgroup: almost no point is. */
function outsideSubgroup(): TwistPoint {
  // b of the twist is 3 / (9 + i).
  const b = fields.Fp2.div(fields.Fp2.fromBigTuple([3n, 0n]), fields.Fp2.fromBigTuple([9n, 1n]))
  for (let real = 1n; ; real++) {
    const x = fields.Fp2.fromBigTuple([real, 0n])
    const square = fields.Fp2.add(fields.Fp2.mul(fields.Fp2.sqr(x), x), b)
    try {
      return { x: quadratic(x), y: quadratic(fields.Fp2.sqrt(square)) }
    } catch {
      // Not a square: no point has this x.
    }
  }
}

const g1 = (scalar: bigint): NobleG1 => G1.Point.BASE.multiplyUnsafe(scalar % order)
const g2 = (scalar: bigint): NobleG2 => G2.Point.BASE.multiplyUnsafe(scalar % order)
const encodeG1 = (point: NobleG1): Uint8Array => {
  const { x, y } = point.toAffine()
  return point.is0() ? new Uint8Array(64) : concatBytes(wordBytes(x), wordBytes(y))
}
const encodeFp2 = ({ real, imaginary }: Fp2): Uint8Array => concatBytes(wordBytes(imaginary), wordBytes(real))
const encodeG2 = ({ x, y }: TwistPoint): Uint8Array => concatBytes(encodeFp2(x), encodeFp2(y))

describe.each([
  ['noble', async () => loadNoble()],
  ['mcl', loadMcl],
])('bn254 with %s', (_, load) => {
  let library: Bn254Backend
  beforeAll(async () => {
    library = await load()
  })

  it('multiplies points of G1', () => {
    fc.assert(
      fc.property(scalars, scalars, (a, b) => {
        const point = g1(a).toAffine()
        const { x, y } = library.multiply({ x: point.x, y: point.y }, b)
        expect({ x, y }).toEqual(g1((a * b) % order).toAffine())
      }),
      { numRuns: 10 },
    )
  })

  it('tells members of G2 from other points', () => {
    const member = twist(g2(12345n))
    expect(library.isInG2(member)).toBe(true)
    expect(library.isInG2({ ...member, y: { ...member.y, real: (member.y.real + 1n) % prime } })).toBe(false)
    expect(library.isInG2(outsideSubgroup())).toBe(false)
    expect(library.isInG2({ x: { real: 0n, imaginary: 0n }, y: { real: 1n, imaginary: 0n } })).toBe(false)
  })

  it('pairs bilinearly', () => {
    fc.assert(
      fc.property(scalars, scalars, (a, b) => {
        const left = { g1: g1(a).toAffine(), g2: twist(g2(b)) }
        const cancels = { g1: g1(order - ((a * b) % order)).toAffine(), g2: twist(g2(1n)) }
        const differs = { g1: g1(order - ((a * b + 1n) % order)).toAffine(), g2: twist(g2(1n)) }
        expect(library.isPairingProductOne([left, cancels])).toBe(true)
        expect(library.isPairingProductOne([left, differs])).toBe(false)
        expect(library.isPairingProductOne([left])).toBe(false)
      }),
      { numRuns: 3 },
    )
  })
})

describe('bn254', () => {
  // The first test to use these functions: no earlier one has made them load the fast library.
  it('gives the same results before and after the fast library is loaded', async () => {
    const point = encodeG1(g1(99n))
    const pairs = concatBytes(
      point,
      encodeG2(twist(g2(3n))),
      encodeG1(g1(297n).negate()),
      encodeG2(twist(g2(1n))),
    )
    const answers = () => [
      multiplyG1(point, wordBytes(2n ** 256n - 1n)),
      multiplyG1(point, wordBytes(order)),
      isPairingProductOne(pairs),
      isPairingProductOne(pairs.subarray(192)),
    ]
    const before = answers()
    await prepareBn254()
    expect(answers()).toEqual(before)
    expect(before.slice(1)).toEqual([new Uint8Array(64), true, false])
  })

  it('adds as another library does', () => {
    fc.assert(
      fc.property(scalars, scalars, (a, b) => {
        const [p, q] = [g1(a), g1(b)]
        expect(addG1(encodeG1(p), encodeG1(q))).toEqual(encodeG1(p.add(q)))
        expect(addG1(encodeG1(q), encodeG1(p))).toEqual(encodeG1(p.add(q)))
        expect(addG1(encodeG1(p), encodeG1(p))).toEqual(encodeG1(p.double()))
        expect(addG1(encodeG1(p), encodeG1(p.negate()))).toEqual(new Uint8Array(64))
      }),
      { numRuns: 15 },
    )
  })

  it('multiplies by a sum as by its terms', () => {
    const point = encodeG1(g1(7n))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 255n }),
        fc.bigInt({ min: 0n, max: 2n ** 255n - 1n }),
        (a, b) => {
          const terms = [a, b].map((scalar) => multiplyG1(point, wordBytes(scalar))!)
          expect(multiplyG1(point, wordBytes(a + b))).toEqual(addG1(terms[0]!, terms[1]!))
        },
      ),
      { numRuns: 10 },
    )
  })

  it('counts a pairing with infinity as one, after it has checked both points', () => {
    const point = encodeG1(g1(1n))
    const member = encodeG2(twist(g2(1n)))
    const outside = encodeG2(outsideSubgroup())
    expect(isPairingProductOne(concatBytes(point, new Uint8Array(128)))).toBe(true)
    expect(isPairingProductOne(concatBytes(new Uint8Array(64), member))).toBe(true)
    expect(isPairingProductOne(concatBytes(new Uint8Array(64), outside))).toBeUndefined()
    expect(isPairingProductOne(concatBytes(encodeG1(g1(1n)).fill(1), new Uint8Array(128)))).toBeUndefined()
    expect(isPairingProductOne(new Uint8Array(0))).toBe(true)
  })

  it('rejects coordinates that are not below the prime', () => {
    const { x, y } = g1(1n).toAffine()
    const tooGreat = concatBytes(wordBytes(x + prime), wordBytes(y))
    expect(addG1(tooGreat, new Uint8Array(64))).toBeUndefined()
    expect(multiplyG1(tooGreat, wordBytes(1n))).toBeUndefined()
    const member = twist(g2(1n))
    for (const part of ['real', 'imaginary'] as const) {
      const shifted = { ...member, x: { ...member.x, [part]: member.x[part] + prime } }
      expect(isPairingProductOne(concatBytes(encodeG1(g1(1n)), encodeG2(shifted)))).toBeUndefined()
    }
  })
})
