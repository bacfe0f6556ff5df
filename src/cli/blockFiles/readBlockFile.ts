import { createReadStream, type ReadStream } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { equalBytes } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { ByteStream } from './byteStream.ts'
import { exportedBlocks } from './exportedBlocks.ts'
import { type ExportHeader, magic } from './exportFormat.ts'
import { jsonLineBlocks } from './jsonLines.ts'
import { BlockFileError, type RecordedBlock } from './recordedBlock.ts'

const gzipMagic = Uint8Array.of(0x1f, 0x8b)
const firstOfObject = 0x7b
/** Bytes per read: `bytesRead` is ahead of the current block by up to one such chunk. */
const chunkBytes = 32 << 10
/** Bytes per turn of the event loop. An import has one turn per block, in which it should read more than a block. */
const unpackedBytes = 256 << 10

/** A block file while it is read; its first bytes give its format. */
export interface BlockFile {
  /** Number of bytes read from the disk. */
  bytesRead(): number
  readonly blocks: AsyncIterable<RecordedBlock>
}

/** `shown` is its name for messages. */
export function readBlockFile(path: string, chain: ExportHeader, shown = path): BlockFile {
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  return {
    bytesRead: () => source.bytesRead,
    blocks: blocksOf(source, shown, chain),
  }
}

async function* blocksOf(
  source: ReadStream,
  path: string,
  chain: ExportHeader,
): AsyncGenerator<RecordedBlock> {
  let place = ''
  try {
    for await (const block of uncompressedBlocks(source, path, chain)) {
      place = `after ${block.place}`
      yield block
    }
  } catch (error) {
    if (error instanceof BlockFileError) throw error
    throw new BlockFileError(path, place, `cannot be read: ${readingProblem(error)}`)
  } finally {
    source.destroy()
  }
}

async function* uncompressedBlocks(
  source: ReadStream,
  path: string,
  chain: ExportHeader,
): AsyncGenerator<RecordedBlock> {
  const packed = new ByteStream(source)
  const unpacker = unpackerFor(await packed.peek(gzipMagic.length), path)
  const stream = unpacker ? new ByteStream(unpacked(packed, unpacker)) : packed
  const start = await stream.peek(magic.length)
  if (start.length === 0) throw new BlockFileError(path, '', 'is empty')
  if (equalBytes(start, magic)) yield* exportedBlocks(stream, path, chain)
  else if (start[0] === firstOfObject) yield* jsonLineBlocks(stream, path)
  else {
    const kinds = 'a recording (.jsonl, .jsonl.gz) or an export of cambium'
    throw new BlockFileError(path, '', `is not a file of blocks: ${kinds} is expected`)
  }
}

/** Undefined for a file that is not compressed. Brotli has no magic number, so the name tells. */
function unpackerFor(start: Uint8Array, path: string): Transform | undefined {
  const options = { chunkSize: unpackedBytes }
  if (equalBytes(start, gzipMagic)) return createGunzip(options)
  return path.endsWith('.br') && start.length > 0 ? createBrotliDecompress(options) : undefined
}

function unpacked(packed: ByteStream, unpacker: Transform): Readable {
  // The pipeline passes errors of both streams to the reader of the last.
  return pipeline(packed.rest(), unpacker, () => {})
}

function readingProblem(error: unknown): string {
  const isTruncated = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
  return isTruncated ? 'the compressed file is truncated' : reasonOf(error)
}
