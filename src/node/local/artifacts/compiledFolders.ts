import { join } from 'node:path'
import type { CompiledContracts, ContractArtifact } from '../callLog/contractArtifact.ts'
import { type ArtifactFile, artifactFiles, checkFolder, readArtifacts } from './readArtifacts.ts'

/** Where Hardhat and Foundry write what they compile. */
const usualFolders = ['artifacts', 'out']

/** A folder is listed again after this time at the earliest, and after a millisecond more for each of its files. */
const pauseMs = 500

/**
 * The compiled contracts of the first folder that has any. They are read at their first use, and again when a compiler has
 * changed the files.
 */
export class CompiledFolders implements CompiledContracts {
  readonly folders: readonly string[]
  readonly #now: () => number
  #contracts: readonly ContractArtifact[] | undefined
  #folder: string | undefined
  /** Names, sizes and times of the files that were read last. */
  #stamp = ''
  #nextLookMs = Number.NEGATIVE_INFINITY

  constructor(folders: readonly string[], now = () => performance.now()) {
    this.folders = folders
    this.#now = now
  }

  /** The folder that has the contracts; undefined if there are none. */
  get folder(): string | undefined {
    return this.contracts.length > 0 ? this.#folder : undefined
  }

  get contracts(): readonly ContractArtifact[] {
    if (this.#contracts === undefined) this.renew()
    return this.#contracts ?? []
  }

  renew(): boolean {
    const now = this.#now()
    if (now < this.#nextLookMs) return false
    const listed = this.folders.map((folder) => ({ folder, files: filesIn(folder) }))
    const files = listed.flatMap((list) => list.files)
    this.#nextLookMs = now + pauseMs + files.length
    const stamp = files.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}`).join('\n')
    if (this.#contracts !== undefined && stamp === this.#stamp) return false
    this.#stamp = stamp
    this.#contracts = []
    for (const { folder, files } of listed) {
      const contracts = readArtifacts(folder, files).filter(({ abi }) => abi.length > 0)
      if (contracts.length === 0) continue
      this.#contracts = contracts
      this.#folder = folder
      break
    }
    return true
  }
}

/** A folder of the project may hold anything, or be written while it is listed; the next look tries again. */
function filesIn(folder: string): ArtifactFile[] {
  try {
    return artifactFiles(folder)
  } catch {
    return []
  }
}

/** The given folder, or the usual ones of the project; undefined with `false`. Throws for a folder that cannot be one. */
export function compiledFolders(
  given: string | false | undefined,
  project: string,
): CompiledFolders | undefined {
  if (given === false) return undefined
  if (given === undefined) return new CompiledFolders(usualFolders.map((name) => join(project, name)))
  checkFolder(given)
  return new CompiledFolders([given])
}
