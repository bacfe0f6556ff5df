import { loadWasm } from './loadWasm.ts'

/*
 * Modular powers of short operands in WebAssembly: assembly/modularPower.ts. BigInt takes some 50 ns for every
 * multiplication however short its operands are, and EIP-198 charges only 1 gas for a multiplication of 5 bytes.
 */

/** The exponent: its leading bytes, then `zeroBytes` bytes 00. */
export interface Exponent {
  readonly head: Uint8Array
  readonly zeroBytes: number
}

type PowerModule = {
  readonly memory: WebAssembly.Memory
  readonly MODULUS: WebAssembly.Global
  readonly POWER: WebAssembly.Global
  readonly POWERS: WebAssembly.Global
  readonly EXPONENT: WebAssembly.Global
  readonly EXPONENT_CAPACITY: WebAssembly.Global
  readonly start: (limbs: number, isTruncated: boolean) => void
  readonly advance: (bytes: number) => void
  readonly square: (times: number) => void
  readonly finish: () => void
}

const limbBits = 32n
const powerSize = 64
/** Maximum number of squarings per call, because V8 switches to optimised code only between calls. */
const squaringsPerCall = 10_000

function load() {
  const module = loadWasm<PowerModule>('modularPower')
  return { module, words: new DataView(module.memory.buffer), bytes: new Uint8Array(module.memory.buffer) }
}

let loaded: ReturnType<typeof load> | undefined

/**
 * Takes a modulus above 1 of at most 64 bytes, a base below it, and an exponent that does not begin with a zero byte.
 */
export function shortPower(base: bigint, exponent: Exponent, modulus: bigint): bigint {
  const twos = trailingZeroBits(modulus)
  const odd = modulus >> twos
  if (twos === 0n) return oddPower(base, exponent, odd)
  const powerOfTwo = truncatedPower(base, exponent, twos)
  return odd === 1n ? powerOfTwo : combined(oddPower(base % odd, exponent, odd), odd, powerOfTwo, twos)
}

function trailingZeroBits(value: bigint): bigint {
  let bits = 0n
  while (((value >> bits) & 1n) === 0n) bits++
  return bits
}

/** The value that is `a` modulo the odd number and `b` modulo 2^bits (Chinese remainder theorem). */
function combined(a: bigint, odd: bigint, b: bigint, bits: bigint): bigint {
  // Newton's iteration for the inverse of `odd` modulo 2^bits; an odd number is its own inverse modulo 8.
  let inverse = odd
  for (let right = 3n; right < bits; right *= 2n) {
    inverse = BigInt.asUintN(Number(bits), inverse * (2n - odd * inverse))
  }
  return a + odd * BigInt.asUintN(Number(bits), (b - a) * inverse)
}

function oddPower(base: bigint, exponent: Exponent, modulus: bigint): bigint {
  const limbs = limbsOf(modulus)
  const radixBits = limbBits * BigInt(limbs)
  writeNumber('MODULUS', 0, modulus, limbs)
  return power(exponent, limbs, false, (1n << radixBits) % modulus, (base << radixBits) % modulus)
}

function truncatedPower(base: bigint, exponent: Exponent, bits: bigint): bigint {
  const limbs = Math.ceil(Number(bits) / Number(limbBits))
  const result = power(exponent, limbs, true, 1n, BigInt.asUintN(limbs * Number(limbBits), base))
  return BigInt.asUintN(Number(bits), result)
}

function power(exponent: Exponent, limbs: number, isTruncated: boolean, one: bigint, base: bigint): bigint {
  loaded ??= load()
  const { module, bytes } = loaded
  writeNumber('POWERS', 0, one, limbs)
  writeNumber('POWERS', powerSize, base, limbs)
  module.start(limbs, isTruncated)
  const { head, zeroBytes } = exponent
  const capacity: number = module.EXPONENT_CAPACITY.value
  for (let at = 0; at < head.length; at += capacity) {
    const part = head.subarray(at, at + capacity)
    bytes.set(part, module.EXPONENT.value)
    module.advance(part.length)
  }
  for (let left = 8 * zeroBytes; left > 0; left -= squaringsPerCall) {
    module.square(Math.min(left, squaringsPerCall))
  }
  module.finish()
  return readNumber(limbs)
}

const limbsOf = (value: bigint): number => {
  let limbs = 1
  while (value >> (limbBits * BigInt(limbs)) > 0n) limbs++
  return limbs
}

function writeNumber(place: 'MODULUS' | 'POWERS', offset: number, value: bigint, limbs: number): void {
  loaded ??= load()
  const start = loaded.module[place].value + offset
  for (let limb = 0; limb < limbs; limb++) {
    loaded.words.setUint32(
      start + 4 * limb,
      Number(BigInt.asUintN(32, value >> (limbBits * BigInt(limb)))),
      true,
    )
  }
}

function readNumber(limbs: number): bigint {
  loaded ??= load()
  let value = 0n
  for (let limb = limbs - 1; limb >= 0; limb--) {
    value = (value << limbBits) | BigInt(loaded.words.getUint32(loaded.module.POWER.value + 4 * limb, true))
  }
  return value
}
