import { createWriteStream, openSync, rmSync } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { concatBytes } from '../../primitives/bytes.ts'
import { type ExportHeader, encodeExportBlock, encodeExportEnd, encodeExportHeader } from './exportFormat.ts'

/** Blocks are written in pieces of about this size, because each write has a fixed cost. */
const pieceBytes = 64 << 10
/** Further ones save 1 % and take twice the time and more. */
const brotliQuality = 5

/**
 * Writes a new file, compressed as its name says, and returns the number of blocks. An existing file is not changed;
 * an incomplete file is removed.
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
  // Opened before a block is read: a failure must neither remove another file nor leave one that is created late.
  const file = createWriteStream(path, { fd: openSync(path, 'wx') })
  const source = Readable.from(inPieces(records()))
  const packer = packerFor(path)
  try {
    await (packer === undefined ? pipeline(source, file) : pipeline(source, packer, file))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
  return count
}

/** Undefined for a file that is not compressed. */
function packerFor(path: string): Transform | undefined {
  if (path.endsWith('.gz')) return createGzip()
  if (!path.endsWith('.br')) return undefined
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
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
