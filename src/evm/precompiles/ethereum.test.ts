import { createEVM } from '@ethereumjs/evm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { asAddress, concatBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { join, outcome } from './outcome.cases.ts'
import { standardPrecompiles } from './standard.ts'

/*
 * Another implementation as judge, where Rootstock follows Ethereum: outcomes of all precompiles and gas of
 * all but modexp, whose price Ethereum changed.
 */

const evm = await createEVM()
const ours = standardPrecompiles({ rskip137: true, rskip153: true, rskip197: true, rskip516: true })

async function agree(number: number, input: Uint8Array, compareGas = true): Promise<void> {
  const address = asAddress(join(BigInt(number)).slice(12))
  const theirs = evm.getPrecompile(toHex(address) as `0x${string}`)!
  const gasLimit = 10n ** 12n
  const result = await theirs({ data: input, gasLimit, common: evm.common, _EVM: evm })
  const precompile = ours(address)!
  expect(outcome(precompile, input)).toBe(result.exceptionError ? 'failure' : toHex(result.returnValue))
  if (compareGas && !result.exceptionError)
    expect(BigInt(precompile.gas(input))).toBe(result.executionGasUsed)
}

const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const multiples = [
  join(0n, 0n),
  join(1n, 2n),
  join(
    0x030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3n,
    0x15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4n,
  ),
]
const bn128Point = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...multiples) },
  fc.uint8Array({ minLength: 64, maxLength: 64 }),
)
const g2Generator = join(
  11559732032986387107991004021392285783925812861821192530917403151452391805634n,
  10857046999023057135944570762232829481370756359578518086990519993285655852781n,
  4082367875863433681332203403145435568316851327593401208105741076214120093531n,
  8495653923123431417604973247489272438418190587263600148770280649306958101930n,
)

/** The input whole, cut anywhere, or followed by more bytes. */
const resized = (input: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 2, arbitrary: input },
    fc.tuple(input, fc.nat(200)).map(([bytes, length]) => bytes.subarray(0, length)),
    fc.tuple(input, fc.uint8Array({ maxLength: 40 })).map((parts) => concatBytes(...parts)),
  )

describe('compared with @ethereumjs/evm', () => {
  it('ecrecover recovers the same signers', async () => {
    const half = fc.oneof(
      { weight: 4, arbitrary: word },
      fc.constantFrom(0n, 1n, groupOrder - 1n, groupOrder, groupOrder + 1n),
    )
    const input = fc
      .tuple(word, fc.constantFrom(26n, 27n, 28n, 29n), half, half)
      .map(([hash, v, r, s]) => join(hash, v, r, s))
    await fc.assert(fc.asyncProperty(input, (bytes) => agree(1, bytes)))
  })

  it('sha256, ripemd160 and identity agree', async () => {
    const input = fc.uint8Array({ maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(2, 3, 4), input, (number, bytes) => agree(number, bytes)),
      { numRuns: 60 },
    )
  })

  it('modexp agrees', async () => {
    const operand = fc.uint8Array({ maxLength: 40 })
    const input = fc.tuple(operand, operand, operand).map(([base, exponent, modulus]) => {
      const lengths = [base, exponent, modulus].map((bytes) => wordBytes(BigInt(bytes.length)))
      return concatBytes(...lengths, base, exponent, modulus)
    })
    await fc.assert(fc.asyncProperty(resized(input), (bytes) => agree(5, bytes, false)))
  })

  it('bn128 add agrees', async () => {
    const input = fc.tuple(bn128Point, bn128Point).map((points) => concatBytes(...points))
    await fc.assert(
      fc.asyncProperty(resized(input), (bytes) => agree(6, bytes)),
      { numRuns: 60 },
    )
  })

  it('bn128 mul agrees', async () => {
    const input = fc.tuple(bn128Point, word).map(([point, scalar]) => concatBytes(point, wordBytes(scalar)))
    await fc.assert(
      fc.asyncProperty(resized(input), (bytes) => agree(7, bytes)),
      { numRuns: 30 },
    )
  })

  it('bn128 pairing agrees', async () => {
    const g2 = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(g2Generator, new Uint8Array(128)) },
      fc.uint8Array({ minLength: 128, maxLength: 128 }),
    )
    const pair = fc.tuple(bn128Point, g2).map((parts) => concatBytes(...parts))
    const input = fc.array(pair, { maxLength: 3 }).map((pairs) => concatBytes(...pairs))
    await fc.assert(
      fc.asyncProperty(input, (bytes) => agree(8, bytes)),
      { numRuns: 20 },
    )
  })

  it('blake2f agrees', async () => {
    const input = fc
      .tuple(fc.nat(300), fc.uint8Array({ minLength: 208, maxLength: 208 }), fc.constantFrom(0, 1, 2))
      .map(([rounds, middle, flag]) => {
        const head = wordBytes(BigInt(rounds)).subarray(28)
        return concatBytes(head, middle, Uint8Array.of(flag))
      })
    await fc.assert(fc.asyncProperty(resized(input), (bytes) => agree(9, bytes)))
  })
})
