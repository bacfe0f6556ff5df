import { statSync } from 'node:fs'
import { reasonOf } from '../../primitives/errors.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import { Archive } from './archive.ts'
import { LocalArchive } from './archiveSource.ts'
import type { BlockSource } from './blockSource.ts'
import type { ExportHeader } from './exportFormat.ts'
import { maximumFiles } from './fetchedAhead.ts'
import { readBlockFile } from './readBlockFile.ts'
import { RemoteArchive } from './remoteArchive.ts'

const webAddress = /^https?:\/\//i

/** Throws for an operand that cannot be read, so that it is known before anything is imported. */
export async function openSource(operand: string, header: ExportHeader): Promise<BlockSource> {
  if (webAddress.test(operand)) return Archive.open(new RemoteArchive(urlOf(operand), maximumFiles), header)
  const { bytes, isFolder } = found(operand)
  if (isFolder) return Archive.open(new LocalArchive(operand), header)
  return {
    bytesFor: () => bytes,
    async *files() {
      yield { name: operand, isLast: true, ...readBlockFile(operand, header) }
    },
    close() {},
  }
}

function urlOf(operand: string): URL {
  try {
    return new URL(operand)
  } catch (error) {
    throw new CommandFailure(`the address of the archive cannot be used: ${reasonOf(error)}`)
  }
}

function found(path: string): { readonly bytes: number; readonly isFolder: boolean } {
  try {
    const entry = statSync(path)
    return { bytes: entry.size, isFolder: entry.isDirectory() }
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${reasonOf(error)}`)
  }
}
