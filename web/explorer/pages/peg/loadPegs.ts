import { integerOf } from '../../../shared/format/quantity.ts'
import type { Hex, Log, Receipt } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { bridge } from '../../../shared/sentence/bridgeDeed.ts'
import { network } from '../../network.ts'
import { searchLogs } from '../account/logSearch.ts'
import type { BridgeFacts } from './bridgeReads.ts'
import { pegEventsIn, pegTopics } from './pegEvents.ts'
import { pegInRows } from './pegInRows.ts'
import { pegOutRows } from './pegOutRows.ts'
import type { PegFacts, PegRow, PegStatus } from './pegRow.ts'

interface Pegs {
  readonly rows: readonly PegRow[]
  /** The first block of the search. */
  readonly from: bigint
}

/** Minimum number of logs that a search looks for: the rows of a page, each with up to ten events. */
const enoughLogs = 250
/** Rootstock blocks between the creation of a peg-out and its signing, by chain id; other chains have that of regtest. */
const requiredBlocks: Readonly<Record<number, bigint>> = { 30: 4_000n, 31: 10n }
const blocksOfRegtest = 3n
/** Blocks within which everything of one peg-out happens: its batch, confirmations and signatures. */
const blocksOfOne = 6_000n

/** `depth` multiplies the number of logs that the search looks for. */
export async function loadPegs(
  facts: BridgeFacts,
  best: bigint,
  wanted: string,
  depth: number,
): Promise<Pegs> {
  const [status, { logs, from }] = await Promise.all([loadStatus(), findLogs(best, wanted, depth)])
  const events = pegEventsIn(logs)
  const known: PegFacts = {
    height: best,
    requiredBlocks: requiredBlocks[network.value?.chainId ?? 0] ?? blocksOfRegtest,
    requiredSignatures: facts.federationThreshold,
    nextBatch: facts.nextPegOutBlock,
    status,
  }
  const rows = [...pegInRows(events, known), ...pegOutRows(events, known)]
  return { rows: rows.filter((row) => isWanted(row, wanted)).sort(openThenNewest), from }
}

/** Undefined for a chain without a Bitcoin beside it. */
async function loadStatus(): Promise<PegStatus | undefined> {
  if (network.value?.modules.has('peg') !== true) return undefined
  return call<PegStatus>('peg_status').catch(() => undefined)
}

async function findLogs(best: bigint, wanted: string, depth: number) {
  const around = await blockOf(wanted)
  const filters = [{ address: bridge, topics: [pegTopics()] }] as const
  if (around === undefined) return searchLogs(filters, best, enoughLogs * depth)
  const last = around + blocksOfOne < best ? around + blocksOfOne : best
  return searchLogs(filters, last, enoughLogs * depth)
}

/** The block of something with this id: a Rootstock transaction, or an event that has the id as a topic. */
async function blockOf(wanted: string): Promise<bigint | undefined> {
  if (!/^[0-9a-f]{64}$/.test(wanted)) return undefined
  const id: Hex = `0x${wanted}`
  const range = { address: bridge, fromBlock: '0x0', toBlock: 'latest' }
  const [receipt, first, second] = await Promise.all([
    call<Receipt | null>('eth_getTransactionReceipt', id).catch(() => null),
    call<readonly Log[]>('eth_getLogs', { ...range, topics: [null, id] }).catch(() => []),
    call<readonly Log[]>('eth_getLogs', { ...range, topics: [null, null, id] }).catch(() => []),
  ])
  const place = receipt ?? first[0] ?? second[0]
  return place && integerOf(place.blockNumber)
}

const isWanted = ({ ids, bitcoinAddress }: PegRow, wanted: string): boolean =>
  wanted === '' || ids.includes(wanted.toLowerCase()) || bitcoinAddress === wanted

const openThenNewest = (one: PegRow, other: PegRow): number =>
  Number(other.isOpen) - Number(one.isOpen) || Number((other.block ?? 0n) - (one.block ?? 0n))
