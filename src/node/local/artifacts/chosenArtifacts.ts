import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractArtifact } from '../callLog/contractArtifact.ts'
import { readArtifacts } from './readArtifacts.ts'

/** Compiled contracts and the folder that they are from. */
export interface ChosenArtifacts {
  readonly folder: string
  readonly contracts: readonly ContractArtifact[]
}

/** Where Hardhat and Foundry write what they compile. */
const usualFolders = ['artifacts', 'out']

/** The contracts of the given folder, or of a usual one of the project; undefined if there are none, or with `false`. */
export function chosenArtifacts(
  given: string | false | undefined,
  project: string,
): ChosenArtifacts | undefined {
  if (given === false) return undefined
  if (given !== undefined) return { folder: given, contracts: readArtifacts(given) }
  for (const name of usualFolders) {
    const contracts = contractsIn(join(project, name))
    if (contracts.length > 0) return { folder: name, contracts }
  }
  return undefined
}

/** A folder that was found by default may hold anything, so an unreadable one is not an error. */
function contractsIn(folder: string): ContractArtifact[] {
  if (!existsSync(folder)) return []
  try {
    return readArtifacts(folder).filter(({ abi }) => abi.length > 0)
  } catch {
    return []
  }
}
