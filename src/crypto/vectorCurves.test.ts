import { bn254 } from '@noble/curves/bn254.js'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { loadNoble } from './secp256k1/noble.ts'
import { VectorCurves } from './vectorCurves.ts'

const { Point } = noble
const order = Point.Fn.ORDER
const curve = new VectorCurves()
const reference = loadNoble()

const modulo = (value: bigint): bigint => ((value % order) + order) % order

/** The signature whose recovery computes onG·G + onR·R, for R = nonce·G. */
function signatureFor(nonce: bigint, onG: bigint, onR: bigint) {
  const { x, y } = Point.BASE.multiply(nonce).toAffine()
  const r = modulo(x)
  return {
    hash: wordBytes(modulo(-onG * r)),
    compact: concatBytes(wordBytes(r), wordBytes(modulo(onR * r))),
    recovery: Number(y & 1n) + (x >= order ? 2 : 0),
  }
}

function recovered(nonce: bigint, onG: bigint, onR: bigint): Uint8Array | undefined {
  const { hash, compact, recovery } = signatureFor(nonce, onG, onR)
  return curve.recover(hash, compact, recovery)
}

/** (onG + onR·nonce)·G; undefined for the point at infinity. */
function expected(nonce: bigint, onG: bigint, onR: bigint): Uint8Array | undefined {
  const scalar = modulo(onG + onR * nonce)
  return scalar === 0n ? undefined : Point.BASE.multiply(scalar).toBytes(false)
}

const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n
const special = [1n, 2n, 15n, 128n, 2n ** 128n - 1n, lambda, order - lambda, (order + 1n) / 2n, order - 1n]

describe('recovery with vector instructions', () => {
  it('adds equal and opposite points on the way: all pairs of special factors', () => {
    for (const nonce of [1n, lambda, order - 1n]) {
      for (const onR of special) {
        for (const onG of [0n, ...special]) {
          expect(recovered(nonce, onG, onR)).toEqual(expected(nonce, onG, onR))
        }
      }
    }
  })

  it('gives no key for the point at infinity', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: order - 1n }),
        fc.bigInt({ min: 1n, max: order - 1n }),
        (nonce, onR) => {
          expect(recovered(nonce, modulo(-onR * nonce), onR)).toBeUndefined()
        },
      ),
      { numRuns: 20 },
    )
  })

  it('agrees with noble for any signature', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(bytes(32), bytes(64), fc.nat(3), (hash, compact, recovery) => {
        expect(curve.recover(hash, compact, recovery)).toEqual(reference.recover(hash, compact, recovery))
      }),
      { numRuns: 100 },
    )
  })
})

describe('multiplication on bn254 with vector instructions', () => {
  const { Point: G1 } = bn254.G1
  const groupOrder = G1.Fn.ORDER
  const scalars = fc.oneof(
    fc.bigInt({ min: 1n, max: groupOrder - 1n }),
    fc.bigInt({ min: 1n, max: 40n }),
    fc.bigInt({ min: 1n, max: 40n }).map((value) => groupOrder - value),
    fc.nat(253).map((bit) => 2n ** BigInt(bit)),
  )

  it('gives the products that noble gives', () => {
    fc.assert(
      fc.property(scalars, scalars, (point, scalar) => {
        const product = G1.BASE.multiply((point * scalar) % groupOrder).toAffine()
        expect(curve.multiplyBn254(G1.BASE.multiply(point).toAffine(), scalar)).toEqual(product)
      }),
      { numRuns: 200 },
    )
  })

  it('alternates with recovery, which uses the same memory', () => {
    const { hash, compact, recovery } = signatureFor(7n, 5n, 3n)
    for (let round = 0; round < 3; round++) {
      expect(curve.multiplyBn254(G1.BASE.toAffine(), 11n)).toEqual(G1.BASE.multiply(11n).toAffine())
      expect(curve.recover(hash, compact, recovery)).toEqual(expected(7n, 5n, 3n))
    }
  })
})
