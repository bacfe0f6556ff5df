import { bridgeContract } from '../../src/bridge/bridgeContract.ts'
import { bridgeMethods } from '../../src/bridge/bridgeMethods.ts'
import { contextOf, person } from '../../src/bridge/bridgeWorld.cases.ts'
import type { PegScenario } from '../../src/bridge/pegScenario.cases.ts'
import type { Precompile, PrecompileCall } from '../../src/evm/precompiles/precompile.ts'
import { standardPrecompiles } from '../../src/evm/precompiles/standard.ts'
import { blockHeaderContract, blockHeaderMethods } from '../../src/native/blockHeaderContract.ts'
import { environmentContract } from '../../src/native/environmentContract.ts'
import {
  hdWalletUtilsContract,
  hdWalletUtilsMethods,
} from '../../src/native/hdWalletUtils/hdWalletUtilsContract.ts'
import { contextAfter, listBlocks, transactionCall } from '../../src/native/nativeWorld.cases.ts'
import { remascContract } from '../../src/native/remasc/remascContract.ts'
import { asAddress, concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { type InputShape, inputShapes } from './inputShapes.ts'
import { measured } from './measured.ts'
import { callsInBlock, type GasRow, gasRow, inLinearMemory, paidCall } from './worstGas.ts'

/*
 * Searches for inputs that are slow for their gas: every method of the native contracts and every precompile, with input of
 * many shapes and of sizes up to what the memory of a block can hold, called with no gas, 1 gas, one less than the price and
 * enough. A transaction pays for its memory once and then calls in a loop, so the time counts over a whole block.
 */

const sizes = [0, 4_096, 65_536, 320_000, 1_088_000]

interface Subject {
  readonly name: string
  readonly create: () => Precompile
  readonly inputs: (size: number) => InputShape[]
  /** Undoes what a call changed. */
  readonly undo?: () => void
}

export interface SearchRow extends GasRow {
  readonly shape: string
  readonly bytes: number
}

interface Method {
  readonly name: string
  readonly signature: string
  readonly selector: Uint8Array
}

const subjectsOf = (
  contract: string,
  methods: readonly Method[],
  create: () => Precompile,
  undo?: () => void,
): Subject[] =>
  methods.map(({ name, signature, selector }) => ({
    name: `${contract}.${name}`,
    create,
    inputs: (size) =>
      inputShapes(signature, size).map(({ shape, data }) => ({ shape, data: concatBytes(selector, data) })),
    ...(undo && { undo }),
  }))

const plainShapes = (size: number): InputShape[] => [
  { shape: 'zeros', data: new Uint8Array(size) },
  { shape: 'ones', data: new Uint8Array(size).fill(0xff) },
]

/** Lengths of base, exponent and modulus that the input need not hold, because zeros follow it. */
const powerShapes = (size: number): InputShape[] =>
  [0, 1, 64, 1_024, 2 ** 31 - 1].flatMap((base) =>
    [0, 1, 33, 100_000, 2 ** 31 - 1].flatMap((exponent) =>
      [0, 1, 64, 1_024, 2 ** 31 - 1].map((modulus) => ({
        shape: `lengths ${base}, ${exponent}, ${modulus}`,
        data: concatBytes(
          ...[base, exponent, modulus].map((length) => wordBytes(BigInt(length))),
          new Uint8Array(size).fill(0xff),
        ),
      })),
    ),
  )

function precompileSubjects(): Subject[] {
  const find = standardPrecompiles(rulesAt(regtest, 1))
  const addresses = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 0x1000016n, 0x1000017n]
  return addresses.map((address) => {
    const precompile = find(asAddress(wordBytes(address).subarray(12)))!
    const inputs =
      precompile.name === 'modexp'
        ? (size: number) => [...plainShapes(size), ...powerShapes(size)]
        : plainShapes
    return { name: precompile.name, create: () => precompile, inputs }
  })
}

function bridgeSubjects(scenario: PegScenario): Subject[] {
  const { state } = scenario
  const { address: sender, publicKey } = person('alice')
  const context = contextOf({ state, height: scenario.height + 1, sender, publicKey, isLocalCall: false })
  const mark = state.snapshot()
  return subjectsOf(
    'Bridge',
    bridgeMethods,
    () => bridgeContract(context),
    () => state.rollback(mark),
  )
}

function nativeSubjects(): Subject[] {
  const context = contextAfter(listBlocks(10))
  const without = (name: string, create: () => Precompile): Subject => ({ name, create, inputs: plainShapes })
  return [
    ...subjectsOf('HDWalletUtils', hdWalletUtilsMethods, () => hdWalletUtilsContract(context)),
    ...subjectsOf('BlockHeader', blockHeaderMethods, () => blockHeaderContract(context)),
    without('Environment', () => environmentContract(context)),
    without('REMASC', () => remascContract(context)),
    without('HDWalletUtils', () => hdWalletUtilsContract(context)),
    without('BlockHeader', () => blockHeaderContract(context)),
  ]
}

const call: PrecompileCall = { ...transactionCall(), kind: 'call', depth: 1 }

/** The best of a few runs, in microseconds: enough to decide what to measure precisely. */
function estimated(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  const end = performance.now() + 2
  for (let runs = 0; runs < 3 || performance.now() < end; runs++) {
    const start = performance.now()
    work()
    best = Math.min(best, 1000 * (performance.now() - start))
    if (performance.now() > end + 100) break
  }
  return best
}

/** One row for the gas with which the input takes the longest. */
function worstRow({ name, create, undo }: Subject, { shape, data }: InputShape): SearchRow | undefined {
  const input = data.length === 0 ? emptyBytes : inLinearMemory(data)
  const price = create().gas(input, 'call')
  undo?.()
  const rows = [...new Set([0, 1, price - 1, Number.POSITIVE_INFINITY])].map((available) => {
    const paid = Math.min(price, available)
    const work = (): void => {
      paidCall(create(), input, call, available)
      undo?.()
    }
    if (available < 0 || callsInBlock(paid, input.length) < 1) return undefined
    const rowOf = (time: number): SearchRow => ({
      ...gasRow(name, paid, time, input.length),
      shape: `${shape}, ${available === Number.POSITIVE_INFINITY ? 'enough' : available} gas`,
      bytes: input.length,
    })
    const row = rowOf(estimated(work))
    return row['ns/gas'] < doubtful ? row : rowOf(measured(work))
  })
  return rows.reduce(
    (worst, row) => (row && row['ns/gas'] > (worst?.['ns/gas'] ?? 0) ? row : worst),
    undefined,
  )
}

/** Rows above this are measured precisely. */
const doubtful = 25

/** The worst input of each method and size, the worst first. */
export function searchRows(scenario: PegScenario, only: string): SearchRow[] {
  const subjects = [...precompileSubjects(), ...nativeSubjects(), ...bridgeSubjects(scenario)]
  const rows = subjects
    .filter(({ name }) => name.includes(only))
    .flatMap((subject) =>
      sizes.map((size) =>
        subject
          .inputs(size)
          .map((shape) => worstRow(subject, shape))
          .reduce(
            (worst, row) => ((row?.['ns/gas'] ?? 0) > (worst?.['ns/gas'] ?? 0) ? row : worst),
            undefined,
          ),
      ),
    )
    .filter((row) => row !== undefined)
  return rows.sort((a, b) => b['ns/gas'] - a['ns/gas'])
}
