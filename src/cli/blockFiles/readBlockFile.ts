import { createReadStream, type ReadStream, statSync } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { equalBytes } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import { ByteStream } from './byteStream.ts'
import { exportedBlocks } from './exportedBlocks.ts'
import { type ExportHeader, magic } from './exportFormat.ts'
import { jsonLineBlocks } from './jsonLines.ts'
import { BlockFileError, type BlockInFile } from './recordedBlock.ts'

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
  readonly blocks: AsyncIterable<BlockInFile>
}

const webAddress = /^https?:\/\//i

/** The bytes of a file; throws for an operand that cannot be read, so that it is known before anything is imported. */
export function bytesOfBlockFile(operand: string): number {
  if (webAddress.test(operand))
    throw new CommandFailure(
      `${operand} is an address, and import reads files: pipe one into it, as curl -fsS URL | cambium import /dev/stdin`,
    )
  const { size, isFolder } = found(operand)
  if (!isFolder) return size
  throw new CommandFailure(
    `${operand} is a folder, and import reads files: name them from the lowest block on, as cambium import DIR/*.blocks.br`,
  )
}

function found(path: string): { readonly size: number; readonly isFolder: boolean } {
  try {
    const entry = statSync(path)
    return { size: entry.size, isFolder: entry.isDirectory() }
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

export function readBlockFile(path: string, chain: ExportHeader): BlockFile {
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  return {
    bytesRead: () => source.bytesRead,
    blocks: blocksOf(source, path, chain),
  }
}

async function* blocksOf(source: ReadStream, path: string, chain: ExportHeader): AsyncGenerator<BlockInFile> {
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
): AsyncGenerator<BlockInFile> {
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
