import { asHash } from '../../primitives/bytes.ts'
import { type ArchivedFile, decodeManifest, manifestName } from './archiveManifest.ts'
import type { ArchiveSource } from './archiveSource.ts'
import type { BlockSource, OpenedFile, SourceUse, StoredBlocks } from './blockSource.ts'
import type { ExportHeader } from './exportFormat.ts'
import { fetchedAhead } from './fetchedAhead.ts'
import { readBlockFile } from './readBlockFile.ts'
import { BlockFileError, type RecordedBlock } from './recordedBlock.ts'

/** The files that `cambium export --blocks` wrote, in a folder or on a web server. */
export class Archive implements BlockSource {
  readonly #source: ArchiveSource
  readonly #header: ExportHeader
  readonly #files: readonly ArchivedFile[]

  private constructor(source: ArchiveSource, header: ExportHeader, files: readonly ArchivedFile[]) {
    this.#source = source
    this.#header = header
    this.#files = files
  }

  /** Throws when the manifest cannot be read or is of another chain. */
  static async open(source: ArchiveSource, header: ExportHeader): Promise<Archive> {
    try {
      const { files } = decodeManifest(await source.manifest(), header, source.shown(manifestName))
      return new Archive(source, header, files)
    } catch (error) {
      source.close()
      throw error
    }
  }

  bytesFor(chain: StoredBlocks): number {
    return this.#missing(chain).reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async *files({ chain, folder, signal }: SourceUse): AsyncGenerator<OpenedFile> {
    const missing = this.#missing(chain)
    for await (const { file, path } of fetchedAhead(missing, this.#source, folder, signal)) {
      const shown = this.#source.shown(file.name)
      const opened = readBlockFile(path, this.#header, shown)
      const isLast = file === missing.at(-1)
      yield { ...opened, name: shown, isLast, blocks: describedBlocks(opened.blocks, file, shown) }
    }
  }

  close(): void {
    this.#source.close()
  }

  /** A file is stored when its last block is: each block follows the one before. */
  #missing(chain: StoredBlocks): readonly ArchivedFile[] {
    return this.#files.filter(({ lastHash }) => !chain.hasBlock(asHash(lastHash)))
  }
}

/** The blocks of a file, with the hashes that its manifest states; as many as it states, or an error. */
async function* describedBlocks(
  blocks: AsyncIterable<RecordedBlock>,
  { from, to, firstHash, lastHash }: ArchivedFile,
  shown: string,
): AsyncGenerator<RecordedBlock> {
  let number = from
  for await (const block of blocks) {
    if (number > to) throw new BlockFileError(shown, block.place, `holds more than ${to - from + 1} blocks`)
    const hash = number === from ? firstHash : number === to ? lastHash : block.hash
    yield { ...block, hash }
    number++
  }
  if (number <= to) throw new BlockFileError(shown, '', `holds ${number - from} blocks, not ${to - from + 1}`)
}
