import { memoryGas, wordsFor } from '../../src/evm/memoryGas.ts'
import { type Precompile, PrecompileFailure } from '../../src/evm/precompiles/precompile.ts'
import { transactionCall } from '../../src/native/nativeWorld.cases.ts'
import { measured } from './measured.ts'
import { nativeTasks } from './nativeTasks.ts'
import { type PrecompileTask, precompileTasks } from './precompileTasks.ts'

/** The gas of the CALL itself, which a loop of calls pays for each of them. */
export const callGas = 700

export interface GasRow {
  readonly name: string
  readonly gas: number
  readonly µs: number
  /** The time of a block whose transaction repeats the call and pays for its memory once. */
  readonly 'ns/gas': number
}

const blockGas = 6_800_000
const transactionGas = 21_000

/** How often a transaction that takes a whole block can call with an input, which it keeps in memory. */
export const callsInBlock = (gas: number, inputLength: number): number =>
  Math.floor((blockGas - transactionGas - memoryGas(wordsFor(inputLength))) / (callGas + gas))

export const gasRow = (name: string, gas: number, microseconds: number, inputLength: number): GasRow => ({
  name,
  gas,
  µs: Math.round(10 * microseconds) / 10,
  'ns/gas': Math.round((10_000 * callsInBlock(gas, inputLength) * microseconds) / blockGas) / 10,
})

/** One call whose failure counts as an outcome. It runs only when the gas suffices. */
export function paidCall(
  precompile: Precompile,
  input: Uint8Array,
  call = transactionCall(),
  availableGas = Number.POSITIVE_INFINITY,
): void {
  if (precompile.gas(input, call.kind, availableGas) > availableGas) return
  try {
    precompile.run(input, call)
  } catch (error) {
    if (!(error instanceof PrecompileFailure)) throw error
  }
}

/** Contracts get a view of the caller's memory, whose pages the system maps differently from those of a small array. */
export function inLinearMemory(bytes: Uint8Array): Uint8Array {
  const pages = Math.ceil(bytes.length / 65_536)
  const view = new Uint8Array(new WebAssembly.Memory({ initial: pages }).buffer, 0, bytes.length)
  view.set(bytes)
  return view
}

const rowOf = ({ name, create, input: bytes }: PrecompileTask): GasRow => {
  const input = inLinearMemory(bytes)
  const call = { ...transactionCall(), kind: 'call' as const, depth: 1 }
  const time = measured(() => paidCall(create(), input, call))
  return gasRow(name, create().gas(input), time, input.length)
}

/** The time of one unit of gas in every precompile and small native contract, for valid inputs that take long. */
export function worstGasRows(only: string): GasRow[] {
  return [...precompileTasks, ...nativeTasks].filter(({ name }) => name.includes(only)).map(rowOf)
}
