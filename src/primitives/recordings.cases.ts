import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/* Readers of test/fixtures: answers of the reference node, as JSON with hex strings. */

const fixtures = new URL('../../test/fixtures/', import.meta.url)

export const chainNames = ['basic', 'uncles', 'contracts', 'fuzz-a', 'peg'] as const
export type ChainName = (typeof chainNames)[number]

export interface RecordedBlock {
  readonly number: number
  readonly hash: string
  readonly stateRoot: string
  readonly receiptsRoot: string
  readonly rlp: string
  /** The best block after this import; undefined in chains without branches. */
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

/** In chain order; blocks of abandoned branches have no receipts. */
export const recordedReceipts = (chain: ChainName): RecordedReceipt[] =>
  readLines(`chains/${chain}.receipts.jsonl.gz`)

export interface RecordedStep {
  readonly op: string | null
  readonly depth: number
  readonly pc: number
  readonly gas: number
  readonly gasCost: number
  readonly memory: readonly string[]
  readonly stack: readonly string[]
  readonly storage: Readonly<Record<string, string>>
}

type TraceMember =
  | 'callType'
  | 'from'
  | 'to'
  | 'gas'
  | 'input'
  | 'init'
  | 'value'
  | 'address'
  | 'refundAddress'
  | 'balance'
  | 'creationMethod'
  | 'gasUsed'
  | 'output'
  | 'code'

export interface RecordedTrace {
  readonly blockNumber: number
  readonly transactionHash: string
  readonly action: Partial<Readonly<Record<TraceMember, string>>>
  readonly type: 'call' | 'create' | 'suicide'
  readonly subtraces: number
  readonly traceAddress: readonly number[]
  readonly result: Partial<Readonly<Record<TraceMember, string>>> | null
  readonly error?: string
}

export interface RecordedTraces {
  readonly hash: string
  /** A transaction that runs no code has no steps. */
  readonly debug_traceTransaction: {
    readonly structLogs?: readonly RecordedStep[]
    readonly error: string | null
    /** Payments of native contracts in a transaction without code. */
    readonly subtraces?: readonly { readonly invokeData: { readonly callerAddress: string } }[]
  }
  readonly trace_transaction: readonly RecordedTrace[]
}

/** Traces of some transactions, without the empty objects where the reference node failed. */
export const recordedTraces = (chain: ChainName): RecordedTraces[] =>
  readLines<RecordedTraces>(`chains/${chain}.traces.jsonl.gz`).filter(
    ({ debug_traceTransaction: steps, trace_transaction: calls }) =>
      Object.keys(steps).length > 0 && Array.isArray(calls),
  )

export function recordedVectors<T>(name: string): T {
  const parsed: T = JSON.parse(readFileSync(new URL(`vectors/${name}.json`, fixtures), 'utf8'))
  return parsed
}

/** A file of public chains. */
export const realFile = (name: string): Uint8Array => readFileSync(new URL(`vectors/real/${name}`, fixtures))

/** The JSON values of a compressed file of public chains, one a line. */
export const realLines = <T>(name: string): T[] => readLines(`vectors/real/${name}`)

/** The rows of a compressed table of public chains, without its header line. */
export const realTable = (name: string): string[][] =>
  textLines(`vectors/real/${name}`)
    .slice(1)
    .map((line) => line.split('\t'))

const readLines = <T>(path: string): T[] => textLines(path).map((line): T => JSON.parse(line))

const textLines = (path: string): string[] =>
  gunzipSync(readFileSync(new URL(path, fixtures)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
