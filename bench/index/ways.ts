import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '../../src/primitives/hex.ts'
import type { RunningNode } from '../mainnet/commands.ts'
import { runIn } from '../mainnet/commands.ts'
import { common, logsPerBlock } from './history.ts'

const blocksPerRange = 2_000
const callsPerBatch = 50

const address = toHex(common)
const hex = (number: number): string => `0x${number.toString(16)}`
const countIn = (text: string, part: string): number => text.split(part).length - 1

/** Reads all logs from a node, and returns their number. */
export type Way = (node: RunningNode, blocks: number) => Promise<number>

export const streamQuery = {
  fromBlock: 0,
  fields: { log: { address: true, topics: true, data: true, transactionHash: true } },
  logs: [{ address: [address] }],
}

async function byStream(node: RunningNode, blocks: number): Promise<number> {
  let logs = 0
  for (let fromBlock = 0; fromBlock <= blocks; ) {
    const text = await node.post('/data/stream', { ...streamQuery, fromBlock, toBlock: blocks })
    logs += countIn(text, '"logIndex":')
    const last: { header: { number: number } } = JSON.parse(
      text.slice(text.lastIndexOf('\n', text.length - 2)),
    )
    fromBlock = last.header.number + 1
  }
  return logs
}

async function byGateway(node: RunningNode, blocks: number): Promise<number> {
  let logs = 0
  // The gateway form answers final blocks only.
  const height = Number(await (await fetch(`${node.url}/data/height`)).text())
  const last = Math.min(blocks, height)
  for (let fromBlock = 0; fromBlock <= last; ) {
    const text = await node.post('/data', { ...streamQuery, fromBlock, toBlock: last })
    logs += countIn(text, '"logIndex":')
    fromBlock = Number(/"number":(\d+)/.exec(text.slice(text.lastIndexOf('"header":')))![1]) + 1
  }
  return logs
}

async function byRanges(node: RunningNode, blocks: number): Promise<number> {
  let logs = 0
  for (let from = 0; from <= blocks; from += blocksPerRange) {
    const filter = {
      fromBlock: hex(from),
      toBlock: hex(Math.min(blocks, from + blocksPerRange - 1)),
      address,
    }
    const text = await node.post('', { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] })
    logs += countIn(text, '"logIndex":')
  }
  return logs
}

async function byReceipts(node: RunningNode, blocks: number): Promise<number> {
  let logs = 0
  for (let from = 1; from <= blocks; from += callsPerBatch) {
    const batch = Array.from({ length: Math.min(callsPerBatch, blocks + 1 - from) }, (_, index) => ({
      jsonrpc: '2.0',
      id: index,
      method: 'eth_getBlockReceipts',
      params: [hex(from + index)],
    }))
    logs += countIn(await node.post('', batch), '"logIndex":')
  }
  return logs
}

export const ways: ReadonlyMap<string, Way> = new Map([
  ['ranges of eth_getLogs', byRanges],
  ['/data/stream', byStream],
  ["/data, Subsquid's gateway", byGateway],
  ['eth_getBlockReceipts in batches', byReceipts],
])

/** Writes the table of logs to files; returns its rows for each second of processor time. */
export async function exportRate(
  root: string,
  data: string,
  format: string,
  blocks: number,
): Promise<number> {
  const out = mkdtempSync(join(tmpdir(), 'cambium-export-'))
  try {
    const folder = join(out, 'files')
    const words = ['--network', 'regtest', '--data', data, '--table', 'logs', '--format', format]
    const { processorSeconds } = await runIn(root, 'export', '--out', folder, ...words)
    return (blocks * logsPerBlock) / processorSeconds
  } finally {
    rmSync(out, { recursive: true })
  }
}
