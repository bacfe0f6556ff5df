import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../primitives/errors.ts'
import { type ArchivedFile, manifestName, maximumManifestBytes } from './archiveManifest.ts'
import { checkDigest } from './fileDigest.ts'
import { BlockFileError } from './recordedBlock.ts'

/** Where the files of an archive come from. */
export interface ArchiveSource {
  /** A file of the archive as messages name it. */
  shown(name: string): string
  manifest(): Promise<Uint8Array>
  /** A file with the bytes that the manifest describes. Remote ones are stored in `folder` until they are removed. */
  fetch(file: ArchivedFile, folder: string, signal: AbortSignal): Promise<FetchedFile>
  close(): void
}

export interface FetchedFile {
  readonly path: string
  /** Called when it was read. */
  remove(): void
}

/** An archive in a folder of this machine. */
export class LocalArchive implements ArchiveSource {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  shown(name: string): string {
    return join(this.#folder, name)
  }

  async manifest(): Promise<Uint8Array> {
    const path = this.shown(manifestName)
    if (!existsSync(path))
      throw new BlockFileError(this.#folder, '', `has no ${manifestName}: is it of cambium export --blocks?`)
    try {
      if (statSync(path).size <= maximumManifestBytes) return readFileSync(path)
    } catch (error) {
      throw new BlockFileError(path, '', `cannot be read: ${reasonOf(error)}`)
    }
    throw new BlockFileError(path, '', `is longer than ${maximumManifestBytes} bytes`)
  }

  async fetch(file: ArchivedFile): Promise<FetchedFile> {
    const path = this.shown(file.name)
    if (!existsSync(path)) throw new BlockFileError(path, '', 'is missing, although the manifest names it')
    try {
      await checkDigest(path, file, path)
    } catch (error) {
      if (error instanceof BlockFileError) throw error
      throw new BlockFileError(path, '', `cannot be read: ${reasonOf(error)}`)
    }
    return { path, remove() {} }
  }

  close(): void {}
}
