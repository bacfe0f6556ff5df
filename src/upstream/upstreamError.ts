import { CodedError } from '../primitives/errors.ts'

/**
 * Why an upstream endpoint gave no usable answer:
 * - `unreachable`: no connection, or the connection broke
 * - `timeout`: no complete answer in time, retries included
 * - `rate-limited`: the endpoint still refuses after all retries
 * - `malformed`: the answer is not JSON-RPC, or a value has the wrong type
 * - `unauthorised`: the endpoint demands a key, or another one
 * - `refused`: a JSON-RPC error, or an HTTP status other than 200
 * - `missing-block`: the endpoint does not have the block
 * - `missing-state`: the endpoint does not keep the state of the block
 * - `wrong-network`: the endpoint serves another chain
 * - `reorganised`: the block of the fork left the endpoint's chain
 * - `unproven`: a value does not have the proof that the block's state root demands
 * - `unverified`: the answer has no proof, and the operator demands one
 * - `unprovable`: proofs cannot show the answer
 * - `circle`: the upstream of a node leads back to the node itself
 * - `unknown-outcome`: the answer to a transaction was lost; the endpoint may have accepted it
 * - `busy`: the maximum number of requests is under way
 */
export type UpstreamProblem =
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'malformed'
  | 'unauthorised'
  | 'refused'
  | 'missing-block'
  | 'missing-state'
  | 'wrong-network'
  | 'reorganised'
  | 'unproven'
  | 'unverified'
  | 'unprovable'
  | 'circle'
  | 'unknown-outcome'
  | 'busy'

/** What a developer can do about each problem. */
const advice: Readonly<Record<UpstreamProblem, string>> = {
  unreachable: 'check the URL and the connection, then try again',
  timeout: 'try again, or use a faster endpoint',
  'rate-limited': 'wait, or use an endpoint with a higher limit or a key',
  malformed: 'the endpoint does not answer like a Rootstock node; use another one',
  unauthorised: 'check the key in the URL, or use another endpoint',
  refused: 'use an endpoint that offers this method',
  'missing-block': 'fork a block that the endpoint has (--fork-block), or use an endpoint with all blocks',
  'missing-state':
    'fork a newer block (--fork-block), or use an endpoint with the whole history (an archive node)',
  'wrong-network': 'use an endpoint of the right network',
  reorganised: 'fork again, at an older block that is final (--fork-block)',
  unproven: 'do not trust this endpoint; use another one',
  unverified: 'ask for something that has a proof, or use an endpoint that gives proofs, such as Cambium',
  unprovable: 'no endpoint can prove it',
  circle: 'the operator must name an upstream that does not depend on this node',
  'unknown-outcome': 'before sending the transaction again, look it up',
  busy: 'try again later',
}

/** The upstream endpoint gave no usable answer. The message names the endpoint without its keys, and gives advice. */
export class UpstreamError extends CodedError<UpstreamProblem> {
  override readonly name = 'UpstreamError'
  /** The message without the advice. */
  readonly what: string
  /** Milliseconds until the endpoint accepts requests again; undefined if it does not say. */
  readonly waitMs: number | undefined

  constructor(code: UpstreamProblem, what: string, waitMs?: number) {
    super(code, `${what}; ${advice[code]}`)
    this.what = what
    this.waitMs = waitMs
  }

  /** The same error of a fork, which names its block. */
  ofFork(block: number): UpstreamError {
    return new UpstreamError(this.code, `the fork at block ${block}: ${this.what}`, this.waitMs)
  }
}
