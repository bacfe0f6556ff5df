import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/* Readers of test/fixtures: what the reference node said, as JSON with hex strings. */

const fixtures = new URL('../fixtures/', import.meta.url)

export const chainNames = ['basic', 'uncles', 'contracts', 'fuzz-a', 'peg'] as const
export type ChainName = (typeof chainNames)[number]

export interface RecordedBlock {
  readonly number: number
  readonly hash: string
  readonly stateRoot: string
  readonly receiptsRoot: string
  readonly rlp: string
  /** The best block after importing this one; only where there are branches. */
  readonly best?: string
}

export interface RecordedLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export interface RecordedReceipt {
  readonly transactionHash: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly cumulativeGasUsed: string
  readonly gasUsed: string
  readonly contractAddress: string | null
  readonly logs: readonly RecordedLog[]
  readonly from: string
  readonly to: string | null
  readonly status: string
  readonly logsBloom: string
}

export const recordedBlocks = (chain: ChainName): RecordedBlock[] => readLines(`chains/${chain}.jsonl.gz`)

/** In chain order; blocks that lost their place have none. */
export const recordedReceipts = (chain: ChainName): RecordedReceipt[] =>
  readLines(`chains/${chain}.receipts.jsonl.gz`)

export function recordedVectors<T>(name: string): T {
  const parsed: T = JSON.parse(readFileSync(new URL(`vectors/${name}.json`, fixtures), 'utf8'))
  return parsed
}

function readLines<T>(path: string): T[] {
  const text = gunzipSync(readFileSync(new URL(path, fixtures))).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
