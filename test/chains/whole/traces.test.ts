import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { openChain } from '../../../src/chain/openChain.ts'
import { asAddress, asHash } from '../../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import {
  type ChainName,
  type RecordedTrace,
  type RecordedTraces,
  recordedBlocks,
  recordedTraces,
} from '../../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../../src/protocol/block.ts'
import { regtest } from '../../../src/protocol/networks/definitions.ts'
import { memoryStore } from '../../../src/store/memory/memoryStore.ts'
import type { TraceJob } from '../../../src/tracing/request/traceJob.ts'
import { readTracerChoice } from '../../../src/tracing/request/tracerChoice.ts'
import { runTrace } from '../../../src/tracing/run/runTrace.ts'
import {
  differenceOf,
  isExtra,
  stepsThatLackACell,
  withoutCorrected,
  withoutError,
  withoutPlace,
  withoutRefunds,
} from './traceCorrections.ts'

/* Traces must equal those of the reference node, except for the corrections in traceCorrections.ts. */

function importedChain(name: ChainName, blocks: number): Chain {
  const chain = openChain({ store: memoryStore(), network: regtest, clock: () => 0 })
  for (const { rlp } of recordedBlocks(name).slice(0, blocks))
    chain.import(decodeBlock(fromHex(rlp), regtest))
  return chain
}

function traced<Trace>(chain: Chain, job: TraceJob): Trace {
  let text = ''
  const world = { chain, shouldStop: () => false, maximumLength: 1e8, maximumBlocks: 1000, maximumGas: 1e9 }
  runTrace(job, world, (piece) => {
    text += piece
  })
  const trace: Trace = JSON.parse(text)
  return trace
}

/** Of “peg” only the first 300 blocks are imported, to save time; they hold a quarter of its traces. */
const chains: readonly (readonly [ChainName, number])[] = [
  ['basic', 123],
  ['uncles', 245],
  ['contracts', 208],
  ['fuzz-a', 507],
  ['peg', 300],
]

describe.each(chains)('the recorded chain %s', (name, blocks) => {
  let chain: Chain
  let recorded: RecordedTraces[]
  beforeAll(() => {
    chain = importedChain(name, blocks)
    recorded = recordedTraces(name).filter(
      ({ hash }) => chain.transaction(asHash(fromHex(hash))) !== undefined,
    )
  }, 300_000)

  it('has the recorded struct logs, step by step', () => {
    expect(recorded.length).toBeGreaterThan(50)
    for (const { hash, debug_traceTransaction: wanted } of recorded) {
      const job = { kind: 'transaction', hash: asHash(fromHex(hash)), tracer: readTracerChoice({}) } as const
      const trace = traced<RecordedTraces['debug_traceTransaction']>(chain, job)
      compareSteps(trace, wanted, hash)
    }
  }, 300_000)

  it('has the recorded calls', () => {
    for (const { hash, trace_transaction: wanted } of recorded) {
      const job = { kind: 'parity-transaction', hash: asHash(fromHex(hash)) } as const
      compareCalls(traced<RecordedTrace[]>(chain, job), wanted, hash)
    }
  }, 300_000)
})

function compareSteps(
  trace: RecordedTraces['debug_traceTransaction'],
  recorded: RecordedTraces['debug_traceTransaction'],
  hash: string,
): void {
  const { structLogs: steps = [], ...frame } = trace
  const { structLogs: recordedSteps = [], ...recordedFrame } = recorded
  const isRefunded = recordedFrame.subtraces?.length !== frame.subtraces?.length
  const shown = isRefunded ? withoutRefunds(frame) : frame
  expect(withoutError(shown), hash).toEqual(withoutError(recordedFrame))
  expect(steps.length, hash).toBe(recordedSteps.length)
  let lacking = 0
  for (const [index, step] of steps.entries()) {
    const wanted = recordedSteps[index]!
    const difference = differenceOf(step, wanted)
    if (difference === 'other') expect(step, `${hash} step ${index}`).toEqual(wanted)
    if (difference === 'extra-cell') lacking++
  }
  expect(lacking, hash).toBe(stepsThatLackACell[hash] ?? 0)
}

function compareCalls(
  traces: readonly RecordedTrace[],
  recorded: readonly RecordedTrace[],
  hash: string,
): void {
  const isFailed = traces[0]!.result === null
  const comparable = (all: readonly RecordedTrace[]) => all.map((trace) => withoutCorrected(trace, isFailed))
  if (traces.length === recorded.length) expect(comparable(traces), hash).toEqual(comparable(recorded))
  else {
    const common = traces.filter((trace) => !isExtra(trace))
    expect(comparable(common).map(withoutPlace), hash).toEqual(comparable(recorded).map(withoutPlace))
  }
}

describe('tracing a chain with many kinds of transactions', () => {
  const blocks = 60
  let chain: Chain
  let all: RecordedTrace[]
  beforeAll(() => {
    chain = importedChain('basic', blocks)
    all = traced<RecordedTrace[]>(chain, { kind: 'parity-filter', filter })
  }, 300_000)

  const world = (overrides: object = {}) => ({
    chain,
    shouldStop: () => false,
    maximumLength: 1e8,
    maximumBlocks: 1000,
    maximumGas: 1e9,
    ...overrides,
  })
  const run = (job: TraceJob, overrides: object = {}): unknown => {
    let text = ''
    runTrace(job, world(overrides), (piece) => {
      text += piece
    })
    return JSON.parse(text)
  }
  const calls = readTracerChoice({ tracer: 'callTracer' })
  const filter = { fromBlock: 0, toBlock: 1e9, fromAddresses: [], toAddresses: [], after: 0, count: 10_000 }

  it('finds the same traces by sender and receiver, inner ones too, as a scan of all traces', () => {
    const outermost = all.filter(({ traceAddress }) => traceAddress.length === 0)
    for (const number of [1, 7, 30, 55]) {
      const [from, to] = partiesOf(outermost.find(({ blockNumber }) => blockNumber === number)!)
      const addresses = (name: string) => [asAddress(fromHex(name))]
      const found = (parties: object) => run({ kind: 'parity-filter', filter: { ...filter, ...parties } })
      const expected = (isMatch: (parties: readonly string[]) => boolean) => {
        // A creation has no receiver.
        const isSelected = (trace: RecordedTrace): boolean =>
          isMatch(trace.type === 'create' ? [trace.action.from!] : partiesOf(trace))
        const matching = outermost.filter(isSelected)
        const hashes = new Set(matching.map(({ transactionHash }) => transactionHash))
        return all.filter((trace) => hashes.has(trace.transactionHash) || isSelected(trace))
      }
      const fromAddresses = addresses(from!)
      const toAddresses = addresses(to!)
      expect(found({ fromAddresses })).toEqual(expected((parties) => parties[0] === from))
      expect(found({ toAddresses })).toEqual(expected((parties) => parties[1] === to))
      expect(found({ fromAddresses, toAddresses })).toEqual(
        expected((parties) => parties[0] === from && parties[1] === to),
      )
    }
  })

  it('returns traces page by page', () => {
    const page = run({ kind: 'parity-filter', filter: { ...filter, after: 100, count: 50 } })
    expect(page).toEqual(all.slice(100, 150))
    expect(run({ kind: 'parity-filter', filter: { ...filter, fromBlock: 5000 } })).toEqual([])
    expect(run({ kind: 'parity-filter', filter: { ...filter, count: 0 } })).toEqual([])
  })

  it('returns a single trace by its address', () => {
    const { transactionHash, traceAddress } = all.find((trace) => trace.traceAddress.length > 1)!
    const job = { kind: 'parity-get', hash: asHash(fromHex(transactionHash)), traceAddress } as const
    expect(run(job)).toMatchObject({ transactionHash, traceAddress })
    expect(() => run({ ...job, traceAddress: [77] })).toThrow(
      expect.objectContaining({ code: 'unknown-trace' }),
    )
  })

  it('traces a block as the list of its transactions’ traces', () => {
    const block = chain.select(33)!
    const each = block.transactions.map(({ hash }) => ({
      txHash: toHex(hash),
      result: run({ kind: 'transaction', hash, tracer: calls }),
    }))
    expect(run({ kind: 'block', hash: block.hash, tracer: calls })).toEqual(each)
    const tracer = readTracerChoice({ disableMemory: true })
    const steps = block.transactions.map(({ hash }) => run({ kind: 'transaction', hash, tracer }))
    expect(run({ kind: 'block', hash: block.hash, tracer })).toEqual(steps)
    expect(run({ kind: 'block', hash: chain.select(0)!.hash, tracer: calls })).toEqual([])
  })

  it('traces a simulated call on the state after a block', () => {
    const { transactions, hash: block } = chain.select(40)!
    const { sender, to, value, data } = transactions[0]!
    const call = { from: asAddress(sender!), to, value, data, gas: 1_000_000, gasPrice: 0n }
    const job = { kind: 'call', call, base: { block }, tracer: calls } as const
    expect(run(job)).toMatchObject({ type: 'CALL', from: toHex(sender!), to: toHex(to!), gas: '0xf4240' })
    const code = fromHex('5f5ffd')
    const reverting = { ...job, base: { block, accounts: [{ address: to!, code }] } }
    expect(run(reverting)).toMatchObject({ error: 'execution reverted' })
    const tracer = readTracerChoice({ tracer: 'prestateTracer', diffMode: true })
    expect(run({ ...reverting, tracer })).toEqual({ post: {}, pre: {} })
  })

  it('traces a simulated call in the position of a transaction like that transaction', () => {
    const crowded = Array.from({ length: chain.head.number }, (_, index) => chain.select(index + 1)!)
      .filter(({ transactions }) => transactions.length > 2)
      .slice(0, 8)
    for (const { hash: block, transactions } of crowded) {
      for (const [transactionIndex, { hash, sender }] of transactions.slice(0, -1).entries()) {
        const { to, value, data, gasLimitValue, gasPriceValue: gasPrice } = transactions[transactionIndex]!
        const call = { from: asAddress(sender!), to, value, data, gas: Number(gasLimitValue), gasPrice }
        const job = { kind: 'call', call, base: { block, transactionIndex }, tracer: calls } as const
        expect(run(job)).toEqual(run({ kind: 'transaction', hash, tracer: calls }))
      }
    }
    expect(crowded).toHaveLength(8)
  })

  it('rejects an unknown transaction and an unknown block', () => {
    const hash = asHash(new Uint8Array(32))
    const refusal = (code: string) => expect.objectContaining({ name: 'TraceError', code })
    expect(() => run({ kind: 'transaction', hash, tracer: calls })).toThrow(refusal('unknown-transaction'))
    expect(() => run({ kind: 'block', hash, tracer: calls })).toThrow(refusal('unknown-block'))
  })

  it('stops at the limits of time, length and block range', () => {
    const block = chain.select(33)!
    const refusal = (code: string) => expect.objectContaining({ code })
    const job = { kind: 'block', hash: block.hash, tracer: readTracerChoice({}) } as const
    let polls = 0
    expect(() => run(job, { shouldStop: () => polls++ > 0 })).toThrow(refusal('timed-out'))
    expect(() => run(job, { maximumLength: 1000 })).toThrow(refusal('too-large'))
    const range = { kind: 'parity-filter', filter } as const
    expect(() => run(range, { maximumBlocks: 5 })).toThrow(/block range \[0x0, 0x4\]/)
    expect(() => run(range, { maximumGas: 1_000_000 })).toThrow(/block range \[0x0, 0x[1-9a-f][0-9a-f]?\]/)
  })
})

/** Sender and receiver. */
function partiesOf({ type, action, result }: RecordedTrace): string[] {
  if (type === 'suicide') return [action.address!, action.refundAddress!]
  const to = type === 'create' ? result?.address : action.to
  return to === undefined ? [action.from!] : [action.from!, to]
}
