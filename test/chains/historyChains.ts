import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { RecordedRead } from '../../src/bridge/recordedPeg.cases.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { executeAndVerify } from '../../src/chain/importing/executor.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import type { RecordedBlock } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import {
  readSchedule,
  type UpgradeSchedule,
  withSchedule,
} from '../../src/protocol/networks/upgradeSchedule.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'

/*
 * Chains of the reference node on which the upgrades become active one after the other. A genesis header before RSKIP92 and
 * RSKIP126 does not have regtest's usual hash; state roots are those of the unified trie at every height.
 */

export type HistoryName = 'history-a' | 'history-c' | 'peg-history' | 'typed-a'

const fixtures = new URL('../fixtures/chains/', import.meta.url)

/** The lines of a recorded file. */
export function recordedLines<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(new URL(name, fixtures))).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line))
}

export const historySchedule = (name: HistoryName): UpgradeSchedule =>
  readSchedule(readFileSync(new URL(`${name}.activations.json`, fixtures), 'utf8'))

export const historyNetwork = (name: HistoryName): Network => withSchedule(regtest, historySchedule(name))

export const historyBlocks = (name: HistoryName): RecordedBlock[] => recordedLines(`${name}.jsonl.gz`)

export const historyReads = (name: HistoryName): RecordedRead[] => recordedLines(`${name}.reads.jsonl.gz`)

interface ImportOptions {
  /** The number of the last block that is imported; all by default. */
  readonly upTo?: number
  readonly engine?: 'fast' | 'reference'
}

/** Imports a chain and compares hash, best block and both roots after every line. */
export function importHistory(
  name: HistoryName,
  { upTo = Infinity, engine = 'fast' }: ImportOptions = {},
): Chain {
  const network = historyNetwork(name)
  const chain = openChain({
    store: memoryStore(),
    network,
    clock: () => 0,
    execute: (block, parentState, context) => executeAndVerify(block, parentState, context, { engine }),
  })
  for (const { number, hash, stateRoot, receiptsRoot, best = hash, rlp } of historyBlocks(name)) {
    if (number > upTo) break
    const block = decodeBlock(fromHex(rlp), network)
    const { status, ...reason } = chain.import(block)
    const record = chain.block(block.header.hash)?.record
    expect({ number, status, reason, stateRoot: record && toHex(record.stateRoot) }).toEqual({
      number,
      status: best === hash ? 'best' : 'side',
      reason: {},
      stateRoot,
    })
    expect([toHex(block.header.hash), toHex(block.header.receiptsRoot), toHex(chain.head.hash)]).toEqual([
      hash,
      receiptsRoot,
      best,
    ])
  }
  return chain
}
