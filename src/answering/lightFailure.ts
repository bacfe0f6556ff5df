import { type RpcError, unprovable, upstreamFailed } from '../rpc/errors/errors.ts'
import type { UpstreamError, UpstreamProblem } from '../upstream/upstreamError.ts'

/** What the user of a light client can do, where it is not what the user of a fork can. */
const advice: Partial<Readonly<Record<UpstreamProblem, string>>> = {
  'missing-block': 'ask an endpoint of this network that has all blocks',
  'missing-state': 'ask about a newer block, or an endpoint that keeps all states (an archive node)',
  reorganised: 'try again',
  unverified: 'ask an endpoint that proves it, such as Cambium',
}

/** Problems that an endpoint has which answers, but not with what a header proves. */
const unprovenProblems: ReadonlySet<UpstreamProblem> = new Set([
  'unproven',
  'unverified',
  'unprovable',
  'malformed',
  'wrong-network',
])

/** The error of a call that no endpoint has answered with a proof. */
export function lightFailure(error: UpstreamError): RpcError {
  const { code, what } = error
  const message = advice[code] === undefined ? error.message : `${what}; ${advice[code]}`
  return unprovenProblems.has(code) ? unprovable(message) : upstreamFailed(message)
}
