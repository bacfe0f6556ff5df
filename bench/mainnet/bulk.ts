import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Use } from '../measuring/builtProgram.ts'
import type { ChainPart } from './chainProcess.ts'
import { RunningNode, run } from './commands.ts'
import type { Figure } from './figure.ts'

/* Work over the whole chain, by block. */

/** Servers offer a snapshot every 5,000 blocks, 3,840 blocks below their head. */
const snapshotFrom = 5_000 + 3_840
const prunedHistory = 1_000
const pollMs = 250

/** A part of the chain: its file of blocks, and a folder into which it is imported. */
export interface MeasuredPart extends ChainPart {
  readonly file: string
  readonly data: string
}

export async function importFigures(part: MeasuredPart): Promise<Figure[]> {
  const use = await run('import', part.file, '--data', part.data)
  return [...ratesOf('import', use, part), ...costsOf('import', use, part)]
}

/** `folder` is empty and is emptied again. */
export async function bulkFigures(part: MeasuredPart, folder: string): Promise<Figure[]> {
  mkdirSync(folder)
  const at = (name: string): string => join(folder, name)
  const { data } = part
  const measured = async (name: string, ...words: readonly string[]): Promise<Figure[]> =>
    costsOf(name, await run(...words), part)
  const sync = await followed(part, at('sync'), 'full')
  const figures = [
    ...ratesOf('sync', sync, part),
    ...costsOf('sync', sync, part),
    ...costsOf(
      'snap sync',
      part.height < snapshotFrom ? undefined : await followed(part, at('snap'), 'snap'),
      part,
    ),
    ...(await measured('export', 'export', at('blocks'), '--data', data)),
    ...(await measured(
      'export of tables',
      'export',
      '--out',
      at('tables'),
      '--table',
      'blocks,logs',
      '--data',
      data,
    )),
    ...(await measured('verify', 'verify', '--data', data)),
    ...(await measured('backup', 'backup', at('backup'), '--data', data)),
    ...(await measured('restore', 'restore', at('backup'), '--data', at('restored'))),
    ...(await measured('compact', 'compact', '--data', at('restored'))),
    ...costsOf(
      'prune',
      part.height < 2 * prunedHistory
        ? undefined
        : await run('prune', '--history', String(prunedHistory), '--data', at('restored')),
      part,
    ),
  ]
  rmSync(folder, { recursive: true })
  return figures
}

/** A node with an empty folder that follows one with the part, to its head. */
async function followed(
  { data, height }: ChainPart & { readonly data: string },
  folder: string,
  sync: 'full' | 'snap',
): Promise<Use> {
  const peers = '--networks.regtest.peers.'
  const listening = [`${peers}enabled`, `${peers}host`, '127.0.0.1', `${peers}port`, '0']
  const source = await RunningNode.start(data, ...listening)
  const words = [`${peers}static-peers`, source.enode!, `${peers}sync`, sync, `${peers}backfill=false`]
  const follower = await RunningNode.start(folder, ...listening, ...words)
  while (Number(await follower.ask('eth_blockNumber')) < height) await pause(pollMs)
  const use = await follower.stop()
  await source.stop()
  return use
}

const ratesOf = (name: string, { seconds }: Use, part: ChainPart): Figure[] => [
  { name: `${name}: blocks a second`, value: part.height / seconds, isRate: true },
  { name: `${name}: transactions a second`, value: part.transactions / seconds, isRate: true },
  { name: `${name}: Mgas a second`, value: part.megagas / seconds, isRate: true },
]

const costsOf = (name: string, use: Use | undefined, { height }: ChainPart): Figure[] => [
  { name: `${name}: µs of processor time a block`, value: use && (1e6 * use.processorSeconds) / height },
  { name: `${name}: KB written a block`, value: use && use.writtenBytes / 1_000 / height },
  { name: `${name}: MB of anonymous memory`, value: use?.anonymous },
]
