import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { ByteStream } from './byteStream.ts'
import {
  decodeLength,
  type ExportHeader,
  formatVersion,
  genesisBytes,
  lengthBytes,
  magic,
} from './exportFormat.ts'
import { BlockFileError, type BlockInFile, maximumBlockLength } from './recordedBlock.ts'

/** The blocks of a file written by `cambium export`. Rejects a file of another chain before its first block. */
export async function* exportedBlocks(
  stream: ByteStream,
  path: string,
  expected: ExportHeader,
): AsyncGenerator<BlockInFile> {
  const reader = new ExportReader(stream, path)
  checkHeader(await reader.header(), expected, path)
  let blocks = 0
  for (;;) {
    const place = `offset ${stream.offset}`
    const length = await reader.length()
    if (length === 0) break
    if (length > maximumBlockLength) {
      throw new BlockFileError(path, place, `declares a block of ${length} bytes: the file is damaged`)
    }
    // A copy: a view would keep the whole chunk in memory.
    yield { place, rlp: (await reader.take(length)).slice(), hash: undefined }
    blocks++
  }
  await reader.end(blocks)
}

function checkHeader(found: ExportHeader, expected: ExportHeader, path: string): void {
  if (found.network !== expected.network) {
    throw new BlockFileError(
      path,
      '',
      `holds blocks of ${found.network}, not of ${expected.network}: choose --network ${found.network}`,
    )
  }
  if (!equalBytes(found.genesisHash, expected.genesisHash)) {
    const both = `${toHex(found.genesisHash)}, not from ${toHex(expected.genesisHash)}`
    throw new BlockFileError(path, '', `holds a ${found.network} that starts from ${both}`)
  }
}

class ExportReader {
  readonly #stream: ByteStream
  readonly #path: string

  constructor(stream: ByteStream, path: string) {
    this.#stream = stream
    this.#path = path
  }

  async header(): Promise<ExportHeader> {
    await this.take(magic.length)
    const [version = 0, nameLength = 0] = await this.take(2)
    if (version !== formatVersion) {
      throw new BlockFileError(this.#path, '', `is of format ${version}; this version reads ${formatVersion}`)
    }
    const network = Buffer.from(await this.take(nameLength)).toString('latin1')
    return { network, genesisHash: await this.take(genesisBytes) }
  }

  async length(): Promise<number> {
    return decodeLength(await this.take(lengthBytes))
  }

  /** Checks the end mark and the number of blocks. */
  async end(blocks: number): Promise<void> {
    const place = `offset ${this.#stream.offset}`
    const declared = await this.length()
    if (declared !== blocks) {
      throw new BlockFileError(this.#path, place, `declares ${declared} blocks and contains ${blocks}`)
    }
    if ((await this.#stream.peek(1)).length > 0) {
      throw new BlockFileError(this.#path, `offset ${this.#stream.offset}`, 'continues after its end mark')
    }
  }

  async take(length: number): Promise<Uint8Array> {
    const bytes = await this.#stream.take(length)
    if (bytes.length === length) return bytes
    throw new BlockFileError(this.#path, `offset ${this.#stream.offset}`, 'the file is truncated')
  }
}
