import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chain } from '../../chain/chain.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { createFolders } from '../../primitives/createFolders.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import { incompletePath, removeIncomplete, syncToDisk } from '../dataFolder/incompleteFiles.ts'
import {
  type ArchivedFile,
  type ArchiveManifest,
  decodeManifest,
  encodeManifest,
  manifestName,
  nameOfFile,
} from './archiveManifest.ts'
import { canonicalBlocks } from './canonicalBlocks.ts'
import { fileDigest } from './fileDigest.ts'
import { writeBlockFile } from './writeBlockFile.ts'

export interface ArchiveParts {
  readonly chain: Pick<Chain, 'select' | 'network'>
  readonly folder: string
  readonly blocksPerFile: number
  /** The last block that may be written. */
  readonly to: number
  /** Called for each block before it is written; throws to stop the export. */
  readonly onBlock: (number: number) => void
}

export interface ArchiveSummary {
  readonly files: readonly ArchivedFile[]
  readonly written: number
}

/**
 * Writes the files of an archive that are missing, those of blocks that were reorganised again, and the manifest after
 * each: what a stopped export leaves is a whole archive. Only files with all their blocks are written.
 */
export async function writeArchive(parts: ArchiveParts): Promise<ArchiveSummary> {
  const { chain, folder, blocksPerFile, to } = parts
  const header = { network: chain.network.name, genesisHash: chain.select(0)!.hash, blocksPerFile }
  createFolders(folder)
  for (const prefix of [`${header.network}-`, manifestName]) removeIncomplete(folder, prefix)
  const known = knownFiles(header, folder)
  const files: ArchivedFile[] = []
  let written = 0
  for (let from = 1; from + blocksPerFile - 1 <= to; from += blocksPerFile) {
    const before = known[files.length]
    if (before !== undefined && isCurrent(before, parts)) {
      files.push(before)
      continue
    }
    files.push(await writeFile(from, header, parts))
    written++
    const others = known.slice(files.length)
    const stale = others.findIndex((file) => !isCurrent(file, parts))
    const kept = stale < 0 ? others : others.slice(0, stale)
    writeManifest({ ...header, files: [...files, ...kept] }, folder)
  }
  if (files.length === 0 && known.length === 0) writeManifest({ ...header, files }, folder)
  return { files, written }
}

/** The files of an archive that was begun; throws when it is of another chain or has files of another length. */
function knownFiles(expected: Omit<ArchiveManifest, 'files'>, folder: string): readonly ArchivedFile[] {
  const path = join(folder, manifestName)
  if (!existsSync(path)) return []
  const { blocksPerFile, files } = decodeManifest(readFileSync(path), expected, path)
  if (blocksPerFile === expected.blocksPerFile) return files
  throw new CommandFailure(
    `${folder} has files of ${blocksPerFile} blocks: add --chunk ${blocksPerFile}, or choose another --out DIR`,
  )
}

/** Whether a file is there and its blocks are still in the best chain. */
function isCurrent({ name, to, lastHash, bytes }: ArchivedFile, { chain, folder }: ArchiveParts): boolean {
  const block = chain.select(to)
  if (block === undefined || !equalBytes(block.hash, lastHash)) return false
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
}

async function writeFile(
  from: number,
  header: Omit<ArchiveManifest, 'files'>,
  { chain, folder, blocksPerFile, onBlock }: ArchiveParts,
): Promise<ArchivedFile> {
  const to = from + blocksPerFile - 1
  const name = nameOfFile(header.network, from, to)
  const path = incompletePath(folder, name)
  let firstHash: Uint8Array = header.genesisHash
  let lastHash = firstHash
  function* blocks(): Generator<Uint8Array> {
    for (const { number, hash, rlp } of canonicalBlocks(chain, from, to)) {
      onBlock(number)
      if (number === from) firstHash = hash
      lastHash = hash
      yield rlp
    }
  }
  await writeBlockFile(path, header, blocks(), 'brotli')
  const digest = await fileDigest(path)
  syncToDisk(path)
  renameSync(path, join(folder, name))
  return { name, from, to, firstHash, lastHash, ...digest }
}

function writeManifest(manifest: ArchiveManifest, folder: string): void {
  const path = incompletePath(folder, manifestName)
  try {
    writeFileSync(path, encodeManifest(manifest), { flag: 'wx' })
    syncToDisk(path)
    renameSync(path, join(folder, manifestName))
    syncToDisk(folder)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}
