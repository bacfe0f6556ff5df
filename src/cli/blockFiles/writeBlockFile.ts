import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { concatBytes } from '../../primitives/bytes.ts'
import { type ExportHeader, encodeExportBlock, encodeExportEnd, encodeExportHeader } from './exportFormat.ts'

/** Blocks are handed on in pieces of about this size: a small write costs as much as a large one. */
const pieceBytes = 64 << 10

/**
 * Writes a new file, packed when its name ends in `.gz`. A file that is there already is left alone, and one
 * that could not be finished is removed. Returns the number of blocks.
 */
export async function writeBlockFile(
  path: string,
  header: ExportHeader,
  blocks: Iterable<Uint8Array>,
): Promise<number> {
  let count = 0
  function* records(): Generator<Uint8Array> {
    yield encodeExportHeader(header)
    for (const rlp of blocks) {
      yield encodeExportBlock(rlp)
      count++
    }
    yield encodeExportEnd(count)
  }
  const file = createWriteStream(path, { flags: 'wx' })
  const source = Readable.from(inPieces(records()))
  try {
    await (path.endsWith('.gz') ? pipeline(source, createGzip(), file) : pipeline(source, file))
  } catch (error) {
    if (file.bytesWritten > 0 || !isTaken(error)) rmSync(path, { force: true })
    throw error
  }
  return count
}

export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

function* inPieces(records: Iterable<Uint8Array>): Generator<Uint8Array> {
  let piece: Uint8Array[] = []
  let bytes = 0
  for (const record of records) {
    piece.push(record)
    bytes += record.length
    if (bytes < pieceBytes) continue
    yield concatBytes(...piece)
    piece = []
    bytes = 0
  }
  if (bytes > 0) yield concatBytes(...piece)
}
