import { keccak256 } from '../../src/crypto/keccak256.ts'
import { toBigInt, wordBytes } from '../../src/primitives/integers.ts'

/*
 * The computations of the contracts in JavaScript. An equal result proves that every engine did the whole
 * computation and that the compiler's optimiser removed no part of it.
 */

const word = (value: bigint): bigint => BigInt.asUintN(256, value)
const signed = (value: bigint): bigint => BigInt.asIntN(256, value)

export function smallArithmetic(rounds: number): bigint {
  let sum = 0
  for (let i = 0; i < rounds; i++) {
    sum = (sum + i * 7) % 2 ** 32
    if (sum % 2 === 0) sum += 3
  }
  return BigInt(sum)
}

export function wideArithmetic(rounds: number, seed: bigint): bigint {
  let state = seed
  for (let i = 0n; i < rounds; i++) {
    state = word(state * seed + i)
    state ^= state >> 77n
  }
  return state
}

export function division(rounds: number, seed: bigint): bigint {
  const modulus = word(~seed) | 1n
  const divisor = (seed >> 124n) | 1n
  let state = seed
  for (let i = 0n; i < rounds; i++) {
    const product = (state * word(seed + i)) % modulus
    const quotient = word(signed(product) / signed(divisor + i))
    state = product ^ quotient ^ (product / (divisor - i))
  }
  return state
}

export function wordHashes(count: number): bigint {
  let mixed = 0n
  for (let i = 0n; i < count; i++) mixed ^= toBigInt(keccak256(wordBytes(i)))
  return mixed
}

/** 0 + 1 + … + last */
export const sumTo = (last: number): bigint => BigInt((last * (last + 1)) / 2)

export function blockCopies(count: number, length: number): bigint {
  const data = new Uint8Array(length)
  for (let i = 0; i < count; i++) data[i % length]! += i
  return toBigInt(keccak256(data))
}

export function wordCopies(rounds: number, length: number): bigint {
  const region = new Uint8Array(length * 32)
  region.set(wordBytes(sumTo(rounds - 1)))
  // Solidity's pointer to free memory is part of the region that is copied.
  region.set(wordBytes(0x80n), 0x40)
  return toBigInt(keccak256(region))
}

export function staticCalls(count: number): bigint {
  let value = 0
  for (let i = 0; i < count; i++) value = (value & 0xffff) * 3 + 1 + i
  return BigInt(value)
}
