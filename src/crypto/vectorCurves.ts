import { loadWasm } from './loadWasm.ts'
import { generator, groupOrder, prime } from './secp256k1/curve.ts'

/*
 * Arithmetic of secp256k1 and bn254 in WebAssembly with vector instructions: assembly/curves.ts. Its time depends on
 * the values, so callers pass public values only, never private keys.
 */

type CurveModule = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly INPUT_Y: WebAssembly.Global
  readonly FACTORS: WebAssembly.Global
  readonly FACTOR_SIZE: WebAssembly.Global
  readonly SIGNS: WebAssembly.Global
  readonly MODULUS: WebAssembly.Global
  readonly BETA: WebAssembly.Global
  readonly PAIR_SIZE: WebAssembly.Global
  readonly SECP256K1_PRIME: WebAssembly.Global
  readonly PLAIN_ONE: WebAssembly.Global
  readonly INTO_MONTGOMERY: WebAssembly.Global
  readonly BN254_ONE: WebAssembly.Global
  readonly BN254_MULTIPLES: WebAssembly.Global
  readonly multiplyBn254: () => number
  readonly prepare: () => void
  readonly invert: () => void
  readonly liftX: (isOdd: boolean) => number
  readonly combine: () => number
}

export const bn254Prime = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n
/** Bits of the Montgomery radix of bn254: eleven limbs. */
const montgomeryBits = 286n
const maximumMagnitude = 5n
const beta = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een

/*
 * A scalar k is k1 + k2·λ with two numbers of half the length (Gallant, Lambert and Vanstone, 2001). The short vectors
 * (a1, b1) and (a2, b2) of the lattice of pairs with a + b·λ = 0 are constants of the curve.
 */
const a1 = 0x3086d221a7d46bcde86c90e49284eb15n
const minusB1 = 0xe4437ed6010e88286f547fa90abfe4c3n
const a2 = 0x114ca50f7a8e2f3f657c1108d9d44cfd8n
/**
 * Quotients by the order, times 2^384, which replace divisions. An error of one makes the halves at most one bit
 * longer.
 */
const quotientBits = 384n
const quotientA1 = (a1 << quotientBits) / groupOrder
const quotientB1 = (minusB1 << quotientBits) / groupOrder

function halves(scalar: bigint): readonly [bigint, bigint] {
  const c1 = (scalar * quotientA1) >> quotientBits
  const c2 = (scalar * quotientB1) >> quotientBits
  return [scalar - c1 * a1 - c2 * a2, c1 * minusB1 - c2 * a1]
}

interface Coordinates {
  readonly x: bigint
  readonly y: bigint
}

export class VectorCurves {
  readonly #module: CurveModule
  readonly #view: DataView
  readonly #bytes: Uint8Array
  #hasTables = false
  #hasBn254 = false

  /** Throws on a platform without vector instructions in WebAssembly. */
  constructor() {
    this.#module = loadWasm<CurveModule>('curves')
    this.#view = new DataView(this.#module.memory.buffer)
    this.#bytes = new Uint8Array(this.#module.memory.buffer)
    this.#writePair(this.#module.PLAIN_ONE.value, limbsOf(1n))
  }

  /** The public key with a leading 04; undefined when no key made this signature. */
  recover(hash: Uint8Array, signature: Uint8Array, recovery: number): Uint8Array | undefined {
    const r = readBigEndian(signature, 0)
    const s = readBigEndian(signature, 32)
    if (r === 0n || r >= groupOrder || s === 0n || s >= groupOrder) return undefined
    const x = recovery & 2 ? r + groupOrder : r
    if (x >= prime) return undefined
    if (!this.#hasTables) this.#makeTables()
    const { INPUT, liftX, combine } = this.#module
    const inverse = this.invert(r, groupOrder)
    const onR = (s * inverse) % groupOrder
    const onG = groupOrder - ((readBigEndian(hash, 0) * inverse) % groupOrder)
    this.#write(this.#module.MODULUS.value, prime)
    this.#write(INPUT.value, x)
    if (liftX((recovery & 1) === 1) === 0) return undefined
    this.#writeFactors([...halves(onG), ...halves(onR)])
    return combine() === 0 ? undefined : this.#publicKey()
  }

  /** The inverse of a value below the odd modulus of up to 256 bits. */
  invert(value: bigint, modulus: bigint): bigint {
    const { INPUT, MODULUS, invert } = this.#module
    this.#write(MODULUS.value, modulus)
    this.#write(INPUT.value, value)
    invert()
    return this.#read(INPUT.value)
  }

  /** The product of a point of bn254's G1 that is not at infinity and a scalar from 1 to the order less 1. */
  multiplyBn254({ x, y }: Coordinates, scalar: bigint): Coordinates {
    if (!this.#hasBn254) this.#prepareBn254()
    const { INPUT, INPUT_Y, MODULUS, FACTORS, SIGNS, multiplyBn254 } = this.#module
    this.#write(MODULUS.value, bn254Prime)
    this.#write(INPUT.value, x)
    this.#write(INPUT_Y.value, y)
    this.#write(FACTORS.value, scalar)
    this.#view.setBigUint64(FACTORS.value + 32, 0n)
    this.#bytes[SIGNS.value] = 0
    if (multiplyBn254() === 0) throw new RangeError('the scalar is a multiple of the group order')
    return { x: this.#read(INPUT.value), y: this.#read(INPUT_Y.value) }
  }

  #prepareBn254(): void {
    const { INTO_MONTGOMERY, BN254_ONE, BN254_MULTIPLES, PAIR_SIZE } = this.#module
    this.#writePair(INTO_MONTGOMERY.value, limbsOf(2n ** (2n * montgomeryBits) % bn254Prime))
    this.#writePair(BN254_ONE.value, limbsOf(2n ** montgomeryBits % bn254Prime))
    for (let magnitude = 1n; magnitude <= maximumMagnitude; magnitude++) {
      this.#writePair(BN254_MULTIPLES.value + Number(magnitude) * PAIR_SIZE.value, multipleAbove(magnitude))
    }
    this.#hasBn254 = true
  }

  /** Ten limbs into both lanes. */
  #writePair(at: number, limbs: readonly bigint[]): void {
    limbs.forEach((limb, index) => {
      this.#view.setUint32(at + 8 * index, Number(limb), true)
      this.#view.setUint32(at + 8 * index + 4, Number(limb), true)
    })
  }

  #makeTables(): void {
    const { SECP256K1_PRIME } = this.#module
    this.#writePair(SECP256K1_PRIME.value, limbsOf(prime))
    const { BETA, MODULUS, INPUT, INPUT_Y, prepare } = this.#module
    this.#write(BETA.value, beta)
    this.#write(MODULUS.value, prime)
    this.#write(INPUT.value, generator.x)
    this.#write(INPUT_Y.value, generator.y)
    prepare()
    this.#hasTables = true
  }

  #writeFactors(factors: readonly bigint[]): void {
    const { FACTORS, FACTOR_SIZE, SIGNS } = this.#module
    factors.forEach((factor, index) => {
      const isNegative = factor < 0n
      const magnitude = isNegative ? -factor : factor
      const at = FACTORS.value + index * FACTOR_SIZE.value
      this.#view.setBigUint64(at, magnitude, true)
      this.#view.setBigUint64(at + 8, magnitude >> 64n, true)
      this.#view.setBigUint64(at + 16, magnitude >> 128n, true)
      this.#bytes[SIGNS.value + index] = isNegative ? 1 : 0
    })
  }

  #publicKey(): Uint8Array {
    const key = new Uint8Array(65)
    key[0] = 4
    const x: number = this.#module.INPUT.value
    for (let i = 0; i < 32; i++) {
      key[1 + i] = this.#bytes[x + 31 - i]!
      key[33 + i] = this.#bytes[x + 63 - i]!
    }
    return key
  }

  #write(at: number, value: bigint): void {
    this.#view.setBigUint64(at, value, true)
    this.#view.setBigUint64(at + 8, value >> 64n, true)
    this.#view.setBigUint64(at + 16, value >> 128n, true)
    this.#view.setBigUint64(at + 24, value >> 192n, true)
  }

  #read(at: number): bigint {
    const word = (index: number) => this.#view.getBigUint64(at + 8 * index, true)
    return word(0) | (word(1) << 64n) | (word(2) << 128n) | (word(3) << 192n)
  }
}

/** 26 bits each, lowest first. */
const limbsOf = (value: bigint): bigint[] =>
  Array.from({ length: 10 }, (_, index) => (value >> BigInt(26 * index)) & 0x3ffffffn)

/** Limbs of a multiple of bn254's prime. Each is at least as large as the same limb of a number of this magnitude. */
function multipleAbove(magnitude: bigint): bigint[] {
  const minimum = limbsOf(0n).map((_, index) => 2n * magnitude * (index < 9 ? 2n ** 26n : 2n ** 22n))
  const value = minimum.reduce((sum, limb, index) => sum + (limb << BigInt(26 * index)), 0n)
  const rest = limbsOf(bn254Prime - (value % bn254Prime))
  return minimum.map((limb, index) => limb + rest[index]!)
}

function readBigEndian(bytes: Uint8Array, offset: number): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 32)
  return (
    (view.getBigUint64(0) << 192n) |
    (view.getBigUint64(8) << 128n) |
    (view.getBigUint64(16) << 64n) |
    view.getBigUint64(24)
  )
}

let loaded: VectorCurves | 'unavailable' | undefined

/** The instance of this thread, loaded at first use; undefined on a platform without vector instructions. */
export function vectorCurves(): VectorCurves | undefined {
  loaded ??= load()
  return loaded === 'unavailable' ? undefined : loaded
}

function load(): VectorCurves | 'unavailable' {
  try {
    return new VectorCurves()
  } catch {
    return 'unavailable'
  }
}
