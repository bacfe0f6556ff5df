import { bn254 } from '@noble/curves/bn254.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import type { Fp2, Pair, TwistPoint } from './bn254/backend.ts'
import { loadNoble } from './bn254/noble.ts'
import { loadPairing } from './bn254/wasm.ts'
import { addG1, isPairingProductOne, multiplyG1 } from './bn254.ts'

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

/** The order of the twisted curve is the group's order times 2p - order, which has the prime divisor 10069. */
const twistOrder = order * (2n * prime - order)
const smallOrder = 10069n

/** Any multiple of a point, also of one outside the subgroup. */
function multiple(point: NobleG2, scalar: bigint): NobleG2 {
  let sum = G2.Point.ZERO
  for (const bit of scalar.toString(2)) sum = bit === '1' ? sum.double().add(point) : sum.double()
  return sum
}

/** A point of the twisted curve that is not in the subgroup: almost no point is. The first real part from `real` that fits. */
function outsideSubgroup(real = 1n): NobleG2 {
  // b of the twist is 3 / (9 + i).
  const b = fields.Fp2.div(fields.Fp2.fromBigTuple([3n, 0n]), fields.Fp2.fromBigTuple([9n, 1n]))
  for (; ; real++) {
    const x = fields.Fp2.fromBigTuple([real, 0n])
    const square = fields.Fp2.add(fields.Fp2.mul(fields.Fp2.sqr(x), x), b)
    try {
      return G2.Point.fromAffine({ x, y: fields.Fp2.sqrt(square) })
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

const pairOf = (a: bigint, b: bigint): Pair => ({ g1: g1(a).toAffine(), g2: twist(g2(b)) })
const quadraticOne = { real: 1n, imaginary: 0n }

describe.each([
  ['noble', loadNoble()],
  ['WebAssembly', loadPairing()],
])('bn254 with %s', (_, library) => {
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

  it('distinguishes members of G2 from other points', () => {
    const member = twist(g2(12345n))
    expect(library.isInG2(member)).toBe(true)
    expect(library.isInG2(twist(g2(1n)))).toBe(true)
    expect(library.isInG2(twist(g2(order - 1n)))).toBe(true)
    expect(library.isInG2({ ...member, y: { ...member.y, real: (member.y.real + 1n) % prime } })).toBe(false)
    expect(library.isInG2({ ...member, x: { ...member.x, imaginary: 0n } })).toBe(false)
    expect(library.isInG2(twist(outsideSubgroup()))).toBe(false)
    expect(library.isInG2({ x: { real: 0n, imaginary: 0n }, y: quadraticOne })).toBe(false)
  })

  it('rejects points of small order, alone and added to a member', () => {
    const small = multiple(outsideSubgroup(), twistOrder / smallOrder)
    expect(multiple(small, smallOrder).is0()).toBe(true)
    expect(library.isInG2(twist(small))).toBe(false)
    expect(library.isInG2(twist(small.add(g2(5n))))).toBe(false)
  })

  it('pairs bilinearly', () => {
    fc.assert(
      fc.property(scalars, scalars, (a, b) => {
        const left = pairOf(a, b)
        expect(library.isPairingProductOne([left, pairOf(order - ((a * b) % order), 1n)])).toBe(true)
        expect(library.isPairingProductOne([left, pairOf(order - ((a * b + 1n) % order), 1n)])).toBe(false)
        expect(library.isPairingProductOne([left])).toBe(false)
      }),
      { numRuns: 3 },
    )
  })
})

describe('bn254 in WebAssembly', () => {
  const library = loadPairing()
  const noble = loadNoble()

  it('checks membership of G2 as another library does', () => {
    fc.assert(
      fc.property(scalars, fc.bigInt({ min: 2n, max: 2n ** 200n }), (scalar, real) => {
        for (const point of [g2(scalar), outsideSubgroup(real), outsideSubgroup(real).add(g2(scalar))]) {
          expect(library.isInG2(twist(point))).toBe(noble.isInG2(twist(point)))
        }
      }),
      { numRuns: 5 },
    )
  })

  it('multiplies any number of pairings, even more than one loop takes', () => {
    const few = [pairOf(3n, 5n), pairOf(7n, 11n), pairOf(13n, 17n)]
    const products = [15, 77, 221]
    for (const count of [1, 2, 63, 64, 65, 130]) {
      const pairs = Array.from({ length: count }, (_, index) => few[index % 3]!)
      const sum = pairs.reduce((total, _, index) => total + products[index % 3]!, 0)
      expect(library.isPairingProductOne([...pairs, pairOf(order - BigInt(sum), 1n)])).toBe(true)
      expect(library.isPairingProductOne(pairs)).toBe(false)
    }
  })

  it('gives one result for pairs in any order, and for equal and opposite points', () => {
    const [a, b, c] = [pairOf(3n, 5n), pairOf(7n, 11n), pairOf(order - 92n, 1n)]
    expect(library.isPairingProductOne([a, b, c])).toBe(true)
    expect(library.isPairingProductOne([c, a, b])).toBe(true)
    expect(library.isPairingProductOne([a, pairOf(order - 3n, 5n)])).toBe(true)
    expect(library.isPairingProductOne([a, pairOf(3n, order - 5n)])).toBe(true)
    expect(library.isPairingProductOne([a, a])).toBe(false)
  })
})

describe('bn254', () => {
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
    const outside = encodeG2(twist(outsideSubgroup()))
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
