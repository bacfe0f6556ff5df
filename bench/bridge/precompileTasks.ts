import { bn254 } from '@noble/curves/bn254.js'
import { publicKeyOf, signHash } from '../../src/crypto/secp256k1.ts'
import type { Precompile } from '../../src/evm/precompiles/precompile.ts'
import { standardPrecompiles } from '../../src/evm/precompiles/standard.ts'
import { asAddress, concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'

/* Inputs of the standard precompiles that take the most time for their gas. */

export interface PrecompileTask {
  readonly name: string
  /** The contract for one call. */
  readonly create: () => Precompile
  readonly input: Uint8Array
}

const find = standardPrecompiles(rulesAt(regtest, 1))

function at(address: bigint): Precompile {
  const precompile = find(asAddress(wordBytes(address).subarray(12)))
  if (!precompile) throw new Error(`no precompile at ${address}`)
  return precompile
}

const task = (address: bigint, name: string, ...parts: readonly Uint8Array[]): PrecompileTask => {
  const precompile = at(address)
  return { name: `${precompile.name}: ${name}`, create: () => precompile, input: concatBytes(...parts) }
}

/** Bytes without a pattern, always the same. */
function mixed(length: number): Uint8Array {
  let seed = 12_345
  return Uint8Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 16) | 1
  })
}

const words = (...values: readonly bigint[]): Uint8Array => concatBytes(...values.map(wordBytes))

const affine = ({ x, y }: { readonly x: bigint; readonly y: bigint }): Uint8Array => words(x, y)
const g1 = bn254.G1.Point.BASE.multiply(0x1234_5678_9abc_def0_1234n).toAffine()
const { x: twistX, y: twistY } = bn254.G2.Point.BASE.multiply(0x77_1234_5678n).toAffine()
const pair = concatBytes(affine(g1), words(twistX.c1, twistX.c0, twistY.c1, twistY.c0))

const secret = mixed(32)
const point = publicKeyOf(secret).subarray(1)
const other = publicKeyOf(mixed(64).subarray(32)).subarray(1)
const hash = mixed(32)
const signature = signHash(hash, secret)
const largeScalar = new Uint8Array(32).fill(0xf7)

/** Lengths of base, exponent and modulus; the modulus ends with `last`. */
function power(
  base: number,
  exponent: number,
  modulus: number,
  last: number,
  exponentSent = exponent,
): Uint8Array {
  const modulusBytes = mixed(modulus)
  modulusBytes[modulus - 1] = last
  return concatBytes(
    words(BigInt(base), BigInt(exponent), BigInt(modulus)),
    mixed(base),
    exponentSent === exponent ? mixed(exponent).fill(0xff) : emptyBytes,
    modulusBytes,
  )
}

/** Lengths of base and modulus with the length of the exponent for which the call costs about a million gas. */
const powerLengths: readonly (readonly [operand: number, exponent: number])[] = [
  [1, 100_000],
  [3, 100_000],
  [4, 100_000],
  [5, 60_000],
  [8, 40_000],
  [9, 30_000],
  [16, 10_000],
  [32, 2_400],
  [64, 610],
  [96, 220],
  [128, 120],
  [256, 60],
  [512, 33],
  [1_024, 33],
  [1_024, 3],
  [2_048, 2],
  [4_096, 1],
]

const powerTasks: readonly PrecompileTask[] = [
  ...powerLengths.flatMap(([operand, exponent]) => [
    task(5n, `${operand} bytes odd, exponent of ${exponent}`, power(operand, exponent, operand, 0x8f)),
    task(5n, `${operand} bytes even, exponent of ${exponent}`, power(operand, exponent, operand, 0x80)),
  ]),
  task(5n, 'smallest call', power(1, 1, 1, 7)),
  task(5n, 'square of 1,024 bytes', words(1024n, 1n, 1024n), mixed(1024), Uint8Array.of(2), mixed(1024)),
  task(5n, 'cube of 8,192 bytes', words(8192n, 1n, 8192n), mixed(8192), Uint8Array.of(3), mixed(8192)),
  task(
    5n,
    'exponent 1, base of 8,192 bytes',
    words(8192n, 1n, 4096n),
    mixed(8192),
    Uint8Array.of(1),
    mixed(4096),
  ),
]

export const precompileTasks: readonly PrecompileTask[] = [
  task(1n, 'a valid signature', hash, words(BigInt(27 + signature.recovery)), signature.compact),
  task(1n, 'an r without a point', hash, words(27n), words(5n, 7n)),
  task(2n, 'empty'),
  task(2n, '10 kB', mixed(10_000)),
  task(3n, 'empty'),
  task(3n, '10 kB', mixed(10_000)),
  task(4n, 'empty'),
  task(4n, '100 kB', mixed(100_000)),
  ...powerTasks,
  task(6n, 'different points', affine(g1), words(1n, 2n)),
  task(6n, 'equal points', affine(g1), affine(g1)),
  task(7n, 'long scalar', affine(g1), largeScalar),
  task(8n, 'no pair'),
  task(8n, 'one pair', pair),
  task(8n, 'four pairs', pair, pair, pair, pair),
  task(9n, 'no rounds', new Uint8Array(213)),
  task(9n, '100,000 rounds', words(100_000n).subarray(28), new Uint8Array(209).fill(1)),
  task(0x1000016n, 'different points', point, other),
  task(0x1000017n, 'long scalar', point, largeScalar),
]
