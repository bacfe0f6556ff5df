import { toBigInt, wordBytes } from '../primitives/integers.ts'
import { modularInverse } from './modularInverse.ts'

/*
 * Affine points of the curves y² = x³ + b over a prime field (secp256k1, bn254 G1), encoded as x and y in 32
 * big-endian bytes each. Neither curve passes through (0, 0), so 64 zero bytes encode the point at infinity.
 */

export interface Curve {
  readonly prime: bigint
  readonly b: bigint
}

export interface Point {
  readonly x: bigint
  readonly y: bigint
}

const pointBytes = 64
export const infinity: Point = { x: 0n, y: 0n }

export const isInfinity = (point: Point): boolean => point.x === 0n && point.y === 0n

/**
 * The point in 64 bytes; undefined when a coordinate is not below the prime or the point is off the curve.
 */
export function decodePoint(curve: Curve, bytes: Uint8Array): Point | undefined {
  const point = { x: toBigInt(bytes.subarray(0, 32)), y: toBigInt(bytes.subarray(32, 64)) }
  return isInfinity(point) || isOnCurve(curve, point) ? point : undefined
}

function isOnCurve({ prime, b }: Curve, { x, y }: Point): boolean {
  if (x >= prime || y >= prime) return false
  return (y * y - x * x * x - b) % prime === 0n
}

export function encodePoint({ x, y }: Point): Uint8Array {
  const bytes = new Uint8Array(pointBytes)
  bytes.set(wordBytes(x))
  bytes.set(wordBytes(y), 32)
  return bytes
}

/** Sum of two encoded points; undefined when one is not on the curve. */
export function addEncodedPoints(curve: Curve, a: Uint8Array, b: Uint8Array): Uint8Array | undefined {
  const p = decodePoint(curve, a)
  const q = decodePoint(curve, b)
  return p && q && encodePoint(addPoints(curve, p, q))
}

export function addPoints({ prime }: Curve, p: Point, q: Point): Point {
  if (isInfinity(p)) return q
  if (isInfinity(q)) return p
  const sameX = p.x === q.x
  if (sameX && p.y !== q.y) return infinity
  // Both curves have odd order, so no point has y = 0 and doubling never divides by zero.
  const slope = sameX
    ? 3n * p.x * p.x * modularInverse(modulo(2n * p.y, prime), prime)
    : (q.y - p.y) * modularInverse(modulo(q.x - p.x, prime), prime)
  const x = modulo(slope * slope - p.x - q.x, prime)
  return { x, y: modulo(slope * (p.x - x) - p.y, prime) }
}

function modulo(value: bigint, prime: bigint): bigint {
  const remainder = value % prime
  return remainder < 0n ? remainder + prime : remainder
}
