import type { Artifact } from '../../../shared/abi/artifact.ts'
import { type CodeMatch, compareCode } from '../../../shared/abi/codeMatch.ts'

/** An account whose code an artifact may have: the contract, or the implementation behind it. */
export interface CodePlace {
  readonly address: string
  readonly code: string
}

/** Undefined for an ABI alone, which has no code to compare. */
export const matchOf = ({ deployed }: Artifact, code: string): CodeMatch | undefined =>
  deployed && compareCode(code, deployed)

const ranks: readonly CodeMatch[] = ['exact', 'same-instructions']

/**
 * The artifact whose code is that of one of the places, and the place. An ABI alone is taken for the last place: the
 * implementation, whose functions a proxy has. Throws when the code of none fits.
 */
export function fittingArtifact(
  artifacts: readonly [Artifact, ...Artifact[]],
  places: readonly [CodePlace, ...CodePlace[]],
): { readonly artifact: Artifact; readonly address: string } {
  for (const rank of ranks) {
    for (const { address, code } of places) {
      const artifact = artifacts.find((each) => matchOf(each, code) === rank)
      if (artifact !== undefined) return { artifact, address }
    }
  }
  const [first] = artifacts
  if (artifacts.length === 1 && first.deployed === undefined) {
    return { artifact: first, address: (places.at(-1) ?? places[0]).address }
  }
  throw new Error(
    artifacts.length === 1
      ? `The code of ${first.name} differs from the code of this address. To use its ABI all the same, paste the ABI alone.`
      : `None of the ${artifacts.length} contracts in this file has the code of this address.`,
  )
}
