import { equalBytes } from '../src/primitives/bytes.ts'
import { toHex } from '../src/primitives/hex.ts'
import { anvil, findAnvil } from './evm/anvil.ts'
import { cambium, countInstructions } from './evm/cambium.ts'
import { contracts } from './evm/contracts.ts'
import type { Engine, World } from './evm/engine.ts'
import { ethereumjs } from './evm/ethereumjs.ts'
import { cells, resultBytes, type Workload, workloads } from './evm/workloads.ts'

/*
 * The EVM on compute, hashing, tokens, memory and calls: both engines, @ethereumjs/evm and, where there is a binary of it,
 * anvil. The engines take turns within a round and the best round of each counts, because other load on the machine only
 * slows engines down. Engines of this process are measured in processor time, anvil in elapsed time: with it the machine
 * should be otherwise idle.
 */

const rounds = 5
/** An engine repeats its call until this time has passed. */
const minimumTurnMs = 50
/** No further round begins after this time. */
const workloadMs = 15_000

const world: World = { contracts: [...contracts.values()], cells }

/** Milliseconds per call, by engine. */
async function measure(workload: Workload, engines: readonly Engine[]): Promise<number[]> {
  const best = engines.map(() => Number.POSITIVE_INFINITY)
  const start = performance.now()
  for (const engine of engines) await checkResult(workload, engine)
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && performance.now() - start > workloadMs) break
    for (const [index, engine] of engines.entries()) {
      best[index] = Math.min(best[index]!, await turn(workload, engine))
    }
  }
  return best
}

async function checkResult(workload: Workload, engine: Engine): Promise<void> {
  const output = await engine.call(workload.contract, workload.data)
  if (equalBytes(output, resultBytes(workload))) return
  throw new Error(`${workload.id}: ${engine.name} returned ${toHex(output)}`)
}

async function turn({ contract, data }: Workload, { call, clock }: Engine): Promise<number> {
  const end = performance.now() + minimumTurnMs
  const start = clock()
  let calls = 0
  do {
    const output = call(contract, data)
    // Awaiting a value that is not a promise would take a large part of a short call.
    if (output instanceof Promise) await output
    calls++
  } while (performance.now() < end)
  return (clock() - start) / calls
}

type Row = Record<string, string | number>

function row(workload: Workload, engines: readonly Engine[], milliseconds: readonly number[]): Row {
  const instructions = countInstructions(world, workload.contract, workload.data)
  const [fast = Number.NaN, reference = Number.NaN, ...peers] = milliseconds
  const ratios = peers.map((peer, index) => [`× ${engines[index + 2]!.name}`, ratio(peer / fast)])
  return {
    workload: workload.title,
    ...Object.fromEntries(ratios),
    '× reference engine': ratio(reference / fast),
    fast: duration(fast),
    instructions,
    'ns per instruction': Number(((1e6 * fast) / instructions).toFixed(1)),
  }
}

const ratio = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

const duration = (milliseconds: number): string =>
  milliseconds < 0.1 ? `${(milliseconds * 1000).toFixed(2)} µs` : `${milliseconds.toFixed(2)} ms`

async function startEngines(): Promise<Engine[]> {
  const binary = findAnvil()
  if (binary === undefined)
    console.log('evm: no anvil here (ANVIL, PATH, @foundry-rs), so it is not compared')
  const own = [cambium('fast', world), cambium('reference', world)]
  const peers = [await ethereumjs(world), ...(binary === undefined ? [] : [await anvil(binary, world)])]
  return [...own, ...peers]
}

export async function bench(): Promise<void> {
  const engines = await startEngines()
  const rows: Record<string, Row> = {}
  try {
    for (const workload of workloads) {
      rows[workload.id] = row(workload, engines, await measure(workload, engines))
    }
  } finally {
    for (const engine of engines) engine.close?.()
  }
  console.log('evm: speed of the fast engine as a multiple of the others')
  console.table(rows)
}
