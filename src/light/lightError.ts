import { CodedError } from '../primitives/errors.ts'

/**
 * Why a light client cannot tell what to believe, or what to answer:
 * - `no-anchor`: nothing says which chain is meant
 * - `undoes-final`: the heaviest chain would undo blocks that are final
 * - `other-network`: an endpoint of a local chain was expected, and it serves a public network
 * - `unprovable`: a call reads what no header proves
 */
export type LightProblem = 'no-anchor' | 'undoes-final' | 'other-network' | 'unprovable'

export class LightError extends CodedError<LightProblem> {
  override readonly name = 'LightError'
}
