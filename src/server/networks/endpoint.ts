import type { Envelope } from '../../rpc/envelope/envelope.ts'

/** What an operator wants to see of a network. */
export interface EndpointStatus {
  /** Number of the best block. */
  readonly head: number
  readonly pendingTransactions: number
  readonly queuedTransactions: number
  readonly peers: number
}

/** One network as the server sees it: bodies in, answers out. */
export interface Endpoint {
  /** The word in the path that leads here. */
  readonly name: string
  /** Origins of web pages that may ask. */
  readonly origins: '*' | readonly string[]
  readonly envelope: Pick<Envelope<unknown>, 'costOf' | 'answer' | 'answerText'>
  status(): EndpointStatus
}
