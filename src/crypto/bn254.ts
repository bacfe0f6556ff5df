import { toBigInt } from '../primitives/integers.ts'
import type { Bn254Backend, Fp2, Pair, TwistPoint } from './bn254/backend.ts'
import { loadNoble } from './bn254/noble.ts'
import { loadPairing } from './bn254/wasm.ts'
import { bn254Prime } from './vectorCurves.ts'
import {
  addEncodedPoints,
  type Curve,
  decodePoint,
  encodePoint,
  infinity,
  isInfinity,
} from './weierstrass.ts'

/*
 * The pairing curve bn254 ("alt_bn128") with the encoding of EIP-196 and EIP-197: a point of G1 is x, y in 32
 * big-endian bytes each, one of G2 is x, y in 64 bytes each, imaginary part first, and zeros are the point at
 * infinity. This file rejects every other encoding, so that both implementations give the same results.
 */

const g1Curve: Curve = { prime: bn254Prime, b: 3n }
const groupOrder = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n

export const pairBytes = 192

let backend: Bn254Backend | undefined

/** The arithmetic of this thread, loaded at first use. Platforms without vector instructions use a slower library. */
function library(): Bn254Backend {
  backend ??= load()
  return backend
}

function load(): Bn254Backend {
  try {
    return loadPairing()
  } catch {
    return loadNoble()
  }
}

/** Sum of two points of G1; undefined when one is not on the curve. */
export const addG1 = (a: Uint8Array, b: Uint8Array): Uint8Array | undefined => addEncodedPoints(g1Curve, a, b)

/** Product of a point of G1 and any 256-bit scalar; undefined when the point is not on the curve. */
export function multiplyG1(bytes: Uint8Array, scalarBytes: Uint8Array): Uint8Array | undefined {
  const point = decodePoint(g1Curve, bytes)
  if (!point) return undefined
  const scalar = toBigInt(scalarBytes) % groupOrder
  if (isInfinity(point) || scalar === 0n) return encodePoint(infinity)
  return encodePoint(library().multiply(point, scalar))
}

/**
 * Whether the pairings of `bytes` (192 for each pair) multiply to one; undefined when a point is not valid.
 */
export function isPairingProductOne(bytes: Uint8Array): boolean | undefined {
  const pairs: Pair[] = []
  for (let at = 0; at < bytes.length; at += pairBytes) {
    const g1 = decodePoint(g1Curve, bytes.subarray(at, at + 64))
    const g2 = g1 && decodeG2(bytes.subarray(at + 64, at + pairBytes))
    if (!g2) return undefined
    // A pairing with the point at infinity is one.
    if (!isInfinity(g1) && g2 !== 'infinity') pairs.push({ g1, g2 })
  }
  return pairs.length === 0 || library().isPairingProductOne(pairs)
}

function decodeG2(bytes: Uint8Array): TwistPoint | 'infinity' | undefined {
  if (bytes.every((byte) => byte === 0)) return 'infinity'
  const x = decodeFp2(bytes.subarray(0, 64))
  const y = decodeFp2(bytes.subarray(64))
  return x && y && library().isInG2({ x, y }) ? { x, y } : undefined
}

function decodeFp2(bytes: Uint8Array): Fp2 | undefined {
  const imaginary = toBigInt(bytes.subarray(0, 32))
  const real = toBigInt(bytes.subarray(32))
  return imaginary < g1Curve.prime && real < g1Curve.prime ? { real, imaginary } : undefined
}
