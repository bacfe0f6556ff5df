import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { addSecp256k1, multiplySecp256k1 } from './secp256k1Points.ts'

const order = secp256k1.Point.Fn.ORDER
const prime = secp256k1.Point.Fp.ORDER
const infinity = new Uint8Array(64)

const encode = (x: bigint, y: bigint): Uint8Array => concatBytes(wordBytes(x), wordBytes(y))
const bytesOf = (point: typeof secp256k1.Point.BASE): Uint8Array => {
  if (point.is0()) return infinity
  const { x, y } = point.toAffine()
  return encode(x, y)
}
const multiple = (scalar: bigint) => secp256k1.Point.BASE.multiplyUnsafe(scalar % order)
const anyScalar = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const generator = bytesOf(secp256k1.Point.BASE)

// The curve has points with these x. Recovery reads x modulo the group order, so they are its hardest cases.
const atOrder = encode(order, 0x98f66641cb0ae1776b463ebdee3d77fe2658f021db48e2c8ac7ab4c92f83621en)
const aboveOrder = encode(order + 2n, 0x36b1aa62eb77c1973025cbcbea9740eed8eacdab8772268b395064453269d1d3n)
// Coordinates of a point with x = 1, the minimum: 1 plus the prime still fits in a word.
const yOfOne = 0x4218f20ae6c646b363db68605822fb14264ca8d2587fdd6fbc750d587e76a7een
const xOfOne = 0x1fe1e5ef3fceb5c135ab7741333ce5a6e80d68167653f6b2b24bcbcfaaaff507n
const negated = (point: Uint8Array): Uint8Array => {
  const y = BigInt(toHex(point.subarray(32)))
  return concatBytes(point.subarray(0, 32), wordBytes(prime - y))
}
const nobleMultiple = (point: Uint8Array, scalar: bigint): Uint8Array => {
  const x = BigInt(toHex(point.subarray(0, 32)))
  const y = BigInt(toHex(point.subarray(32)))
  return bytesOf(secp256k1.Point.fromAffine({ x, y }).multiplyUnsafe(scalar % order))
}

describe('points of secp256k1', () => {
  it('adds as another library does', () => {
    fc.assert(
      fc.property(anyScalar, anyScalar, (a, b) => {
        const [p, q] = [multiple(a), multiple(b)]
        expect(addSecp256k1(bytesOf(p), bytesOf(q))).toEqual(bytesOf(p.add(q)))
      }),
      { numRuns: 30 },
    )
  })

  it('adds a point to itself, its opposite and infinity', () => {
    const point = bytesOf(multiple(5n))
    expect(addSecp256k1(point, point)).toEqual(bytesOf(multiple(10n)))
    expect(addSecp256k1(point, negated(point))).toEqual(infinity)
    expect(addSecp256k1(point, infinity)).toEqual(point)
    expect(addSecp256k1(infinity, point)).toEqual(point)
    expect(addSecp256k1(infinity, infinity)).toEqual(infinity)
  })

  it('multiplies by any 256-bit scalar as another library does', () => {
    fc.assert(
      fc.property(anyScalar, anyScalar, (a, scalar) => {
        const point = bytesOf(multiple(a))
        const expected = bytesOf(multiple(a * (scalar % order)))
        expect(multiplySecp256k1(point, wordBytes(scalar))).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  it.each([0n, 1n, 2n, 3n, order - 1n, order, order + 1n, 2n ** 256n - 1n])(
    'multiplies points whose x reaches the group order by %d',
    (scalar) => {
      for (const point of [generator, atOrder, negated(atOrder), aboveOrder, negated(aboveOrder)]) {
        expect(multiplySecp256k1(point, wordBytes(scalar))).toEqual(nobleMultiple(point, scalar))
      }
      expect(multiplySecp256k1(infinity, wordBytes(scalar))).toEqual(infinity)
    },
  )

  it('accepts the points at its limits', () => {
    expect(addSecp256k1(encode(1n, yOfOne), infinity)).toEqual(encode(1n, yOfOne))
    expect(addSecp256k1(encode(xOfOne, 1n), infinity)).toEqual(encode(xOfOne, 1n))
  })

  it.each([
    ['off the curve', encode(1n, 1n)],
    ['x zero alone', encode(0n, 1n)],
    ['y zero alone', encode(1n, 0n)],
    ['x not below the prime', encode(prime, 0n)],
    ['x and y the prime', encode(prime, prime)],
    ['x a whole prime above that of a point', encode(1n + prime, yOfOne)],
    ['y a whole prime above that of a point', encode(xOfOne, 1n + prime)],
    ['y not below the prime', concatBytes(generator.subarray(0, 32), wordBytes(2n ** 256n - 1n))],
  ])('rejects a point with %s', (_, point) => {
    expect(addSecp256k1(point, generator)).toBeUndefined()
    expect(addSecp256k1(generator, point)).toBeUndefined()
    expect(multiplySecp256k1(point, wordBytes(1n))).toBeUndefined()
    expect(multiplySecp256k1(point, wordBytes(0n))).toBeUndefined()
  })
})
