import type { Network } from '../protocol/networks/network.ts'
import type { Store } from '../store/store.ts'
import type { Chain } from './chain.ts'
import { CallsAgain } from './importing/callsAgain.ts'
import { type Serial, serialOf } from './storage/blockRecords.ts'
import { canonicalHashOf } from './storage/canonicalHashes.ts'
import {
  beginCallCoverage,
  type CallCoverage,
  callCoverage,
  isCovered,
  putCallCoverage,
  reopenCallCoverage,
} from './traces/callCoverage.ts'
import { putCalls } from './traces/calls.ts'

export interface FillProgress {
  /** The last block that was processed. */
  readonly filled: number
  readonly last: number
}

/** A transaction of the store covers at most this many blocks, or bytes of records. */
const blocksPerWrite = 64
const bytesPerWrite = 1 << 20

/** The records of consecutive blocks. */
interface Stretch {
  readonly end: number
  readonly records: readonly (readonly [serial: Serial, record: Uint8Array])[]
  /** The last block without a record. */
  readonly gap: number | undefined
}

/**
 * Notes which blocks have records of their calls, from `from` on, while a chain records those of the blocks that it
 * imports. `onReopened` is called when older blocks without records may have joined the chain. Returns a function that
 * ends it.
 */
export function noteCallCoverage(
  chain: Chain,
  store: Store,
  from: number,
  onReopened: () => void = () => {},
): () => void {
  beginCallCoverage(store, from, chain.head.number)
  return chain.on('reorg', ({ commonAncestor, adopted }) => {
    reopenCallCoverage(store, commonAncestor.number, adopted.at(-1)?.number ?? commonAncestor.number)
    onReopened()
  })
}

/**
 * Records the calls of blocks that were stored before calls were recorded, oldest first, by executing them again. It
 * yields after each transaction. A kill loses the blocks of one write only. Blocks that cannot be executed, because no
 * state before them is kept, get no record.
 */
export function* fillCalls(store: Store, network: Network): Generator<FillProgress, void, undefined> {
  const again = new CallsAgain(store, network)
  for (;;) {
    const coverage = callCoverage(store)
    if (coverage === undefined || isCovered(coverage)) return
    const { filled, since: last } = coverage
    const steps = recordsAfter(filled, last, store, again)
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield { filled, last }
    write(store, coverage, step.value)
    yield { filled: step.value.end, last }
  }
}

function* recordsAfter(
  filled: number,
  last: number,
  store: Store,
  again: CallsAgain,
): Generator<void, Stretch, undefined> {
  const records: [Serial, Uint8Array][] = []
  let bytes = 0
  let gap: number | undefined
  let end = filled
  while (end < Math.min(last, filled + blocksPerWrite) && bytes < bytesPerWrite) {
    const number = ++end
    const hash = canonicalHashOf(store, number)
    const serial = hash && serialOf(store, hash)
    if (serial !== undefined && store.has('calls', serial)) continue
    const record = serial && (yield* again.record(number))
    if (!record) {
      gap = number
      continue
    }
    records.push([serial, record])
    bytes += record.length
    yield
  }
  return { end, records, gap }
}

/** A reorganisation may have set the coverage back meanwhile: it stays so, and the blocks are processed again. */
function write(store: Store, before: CallCoverage, { end, records, gap }: Stretch): void {
  store.write((batch) => {
    for (const [serial, record] of records) putCalls(batch, serial, record)
    const coverage = callCoverage(batch)
    if (coverage?.filled !== before.filled) return
    putCallCoverage(batch, { ...coverage, from: gap === undefined ? coverage.from : gap + 1, filled: end })
  })
}
