import { setImmediate } from 'node:timers/promises'
import type { Chain } from '../../chain/chain.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { BlockRange, ExportFolder, FinishedFile } from './exportFolder.ts'
import type { Table } from './table.ts'
import { formats, type TableFile } from './tableFile.ts'

export interface TableExport {
  readonly chain: Chain
  readonly folder: ExportFolder
  readonly tables: readonly Table[]
  readonly format: string
  readonly range: BlockRange
  /** Blocks per file. */
  readonly chunk: number
  /** Called for each block before it is read; throws to stop the export. */
  onBlock(number: number): void
}

export interface ExportSummary {
  readonly written: number
  readonly rows: number
  /** Files that an earlier run had finished. */
  readonly kept: number
}

/** A chain that is reorganised more often during one export grows too fast to be exported up to its head. */
const maximumPasses = 5

/** The export yields to the event loop at this interval, so that signals arrive. */
const turnMs = 50

/**
 * Writes the files of a range that are not finished yet. It is repeated until nothing is left to write, because a
 * reorganisation may change the blocks of files that are finished.
 */
export async function exportTables(work: TableExport): Promise<ExportSummary> {
  const summary = { written: 0, rows: 0, kept: 0 }
  for (let pass = 0; pass < maximumPasses; pass++) {
    let isComplete = true
    for (const chunk of chunksOf(work)) {
      const missing = work.tables.flatMap((table) => missingFile(table, chunk, work))
      if (pass === 0) summary.kept += work.tables.length - missing.length
      if (missing.length === 0) continue
      isComplete = false
      const rows = await writeFiles(missing, work)
      if (rows === undefined) continue
      summary.written += missing.length
      summary.rows += rows
    }
    if (isComplete) return summary
  }
  throw new CommandFailure(
    'the chain was reorganised again and again during the export: run it again, with --to some blocks below the head',
  )
}

/** Files hold the blocks from a multiple of their size on, except the first one and the last one of a range. */
function* chunksOf({ range, chunk }: TableExport): Generator<BlockRange> {
  for (let start = range.from - (range.from % chunk); start <= range.to; start += chunk) {
    yield { from: Math.max(start, range.from), to: Math.min(start + chunk - 1, range.to) }
  }
}

/** A file that must be written. */
interface MissingFile extends BlockRange {
  readonly table: Table
}

/**
 * A finished file with other blocks of the same chunk is replaced by one with the blocks of both, so that a chunk has one
 * file.
 */
function missingFile(
  table: Table,
  wanted: BlockRange,
  { chain, folder, format }: TableExport,
): MissingFile[] {
  const present = folder.filesAt(table.name, format, wanted.from)
  const from = Math.min(wanted.from, ...present.map((file) => file.from))
  const to = Math.max(wanted.to, ...present.map((file) => Math.min(file.to, chain.head.number)))
  const isWhole = (file: FinishedFile): boolean =>
    file.from <= from && file.to >= to && isCanonical(fromHex(file.last), file.to, chain)
  return present.some(isWhole) ? [] : [{ table, from, to }]
}

function isCanonical(hash: Uint8Array, number: number, chain: Chain): boolean {
  const block = number <= chain.head.number ? chain.select(number) : undefined
  return block !== undefined && equalBytes(block.hash, hash)
}

interface OpenFile extends MissingFile {
  readonly name: string
  readonly file: TableFile
}

/** Writes files of one chunk in one pass over its blocks. Returns the rows; undefined if the chain was reorganised. */
async function writeFiles(missing: readonly MissingFile[], work: TableExport): Promise<number | undefined> {
  const { folder, format } = work
  const unfinished: OpenFile[] = []
  try {
    for (const { table, from, to } of missing) {
      const name = folder.nameOf(table.name, format, { from, to })
      const file = formats.get(format)!(folder.incompletePath(name), table)
      unfinished.push({ table, from, to, name, file })
    }
    const read = await readBlocks(unfinished, work)
    if (read === undefined) return undefined
    for (const { table, from, to, file } of [...unfinished]) {
      file.finish()
      unfinished.shift()
      folder.finish(table.name, format, { from, to }, toHex(read.lastHashes.get(to)!))
    }
    return read.rows
  } finally {
    for (const { name, file } of unfinished) {
      file.abandon()
      folder.discard(name)
    }
  }
}

interface ReadBlocks {
  readonly rows: number
  /** Hashes of the blocks at which a file ends. */
  readonly lastHashes: ReadonlyMap<number, Hash>
}

async function readBlocks(
  files: readonly OpenFile[],
  { chain, onBlock }: TableExport,
): Promise<ReadBlocks | undefined> {
  const from = Math.min(...files.map((file) => file.from))
  const to = Math.max(...files.map((file) => file.to))
  const lastHashes = new Map(files.map((file): [number, Hash] => [file.to, chain.head.hash]))
  let rows = 0
  let parent: Hash | undefined
  let turnEndsAt = performance.now() + turnMs
  for (let number = from; number <= to; number++) {
    onBlock(number)
    const block = chain.outline(number)
    if (block === undefined || (parent && !equalBytes(block.parentHash, parent))) return undefined
    parent = block.hash
    if (lastHashes.has(number)) lastHashes.set(number, block.hash)
    for (const { table, file, ...range } of files) {
      if (number < range.from || number > range.to) continue
      table.read(block, chain, (row) => {
        rows++
        file.add(row)
      })
    }
    if (performance.now() < turnEndsAt) continue
    await setImmediate()
    turnEndsAt = performance.now() + turnMs
  }
  return { rows, lastHashes }
}
