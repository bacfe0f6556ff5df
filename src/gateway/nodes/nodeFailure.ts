/**
 * Why a node did not answer. `draining` and `refused` say that it did not begin with the request; after the others it may
 * have executed it.
 */
export type FailureKind =
  /** The connection could not be made, or ended before the answer did, or the answer is not one of a node. */
  | 'lost'
  /** The node stops serving. */
  | 'draining'
  /** The node is busy, or does not recognise the gateway. */
  | 'refused'
  | 'timeout'

export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }

  /** Whether the node certainly did not execute the request. */
  get isUntouched(): boolean {
    return this.kind === 'draining' || this.kind === 'refused'
  }
}
