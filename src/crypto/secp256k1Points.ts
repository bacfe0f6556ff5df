import { loadLibrary } from '../platform/packageContent.ts'
import { toBigInt, wordBytes } from '../primitives/integers.ts'
import { groupOrder, prime } from './secp256k1/curve.ts'
import { recoverPublicKey } from './secp256k1.ts'
import {
  addEncodedPoints,
  addPoints,
  type Curve,
  decodePoint,
  encodePoint,
  infinity,
  isInfinity,
  type Point,
} from './weierstrass.ts'

const curve: Curve = { prime, b: 7n }

/** Sum of two 64-byte points; undefined when one is not on the curve. */
export const addSecp256k1 = (a: Uint8Array, b: Uint8Array): Uint8Array | undefined =>
  addEncodedPoints(curve, a, b)

/** Product of a 64-byte point and any 256-bit scalar; undefined when the point is not on the curve. */
export function multiplySecp256k1(point: Uint8Array, scalar: Uint8Array): Uint8Array | undefined {
  const p = decodePoint(curve, point)
  return p && encodePoint(multiply(p, toBigInt(scalar) % groupOrder))
}

function multiply(point: Point, scalar: bigint): Point {
  if (isInfinity(point) || scalar === 0n) return infinity
  if (scalar === 1n) return point
  // Recovery fails for the two points whose x is the group order, because r would be 0. It works for their
  // double.
  if (point.x === groupOrder) {
    const doubled = multiply(addPoints(curve, point, point), scalar >> 1n)
    return scalar % 2n === 0n ? doubled : addPoints(curve, doubled, point)
  }
  return multiplyByRecovery(point, scalar)
}

const zeroHash = new Uint8Array(32)

/**
 * Public key recovery computes (s·R - hash·G) / r for the point R with x = r. With a hash of zero and
 * s = scalar·r the result is scalar·R, computed by the fast library that recovers senders.
 */
function multiplyByRecovery(point: Point, scalar: bigint): Point {
  const r = point.x % groupOrder
  const compact = new Uint8Array(64)
  compact.set(wordBytes(r))
  compact.set(wordBytes((scalar * r) % groupOrder), 32)
  const recovery = Number(point.y & 1n) + (point.x > groupOrder ? 2 : 0)
  const product = recoverPublicKey(zeroHash, { compact, recovery })
  if (!product) throw new Error('public key recovery failed for a valid point')
  return { x: toBigInt(product.subarray(1, 33)), y: toBigInt(product.subarray(33)) }
}

/**
 * Whether the 64-byte Schnorr signature of the hash is that of a 32-byte key, the x coordinate of a point (BIP-340).
 */
export function verifySchnorr(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  const library = loadLibrary('@noble/curves/secp256k1.js')
  return library.schnorr.verify(signature, hash, key)
}
