import type { Answer, RpcClient } from '../rpc/service.ts'

/** What an operator wants to see of a network. */
export interface EndpointStatus {
  /** Number of the best block. */
  readonly head: number
  readonly pendingTransactions: number
  readonly queuedTransactions: number
  readonly peers: number
}

/** Gets the JSON text of each payload. */
export type Deliver = (payload: string) => void

/**
 * One network as the server sees it: requests go in, answers come out, and what a method does is none of the
 * server's business.
 */
export interface Endpoint {
  /** The word in the path that leads here. */
  readonly name: string
  /** Origins of web pages that may ask. */
  readonly origins: '*' | readonly string[]
  /** Answers one request, never a batch; undefined when there is nothing to answer. */
  handle(request: unknown, client: RpcClient): Answer | Promise<Answer>
  /** What a call takes from a client's quota; undefined for names that nobody answers. */
  costOf(method: string): number | undefined
  /** Delivers from now on what `params` ask for; returns how to stop. Throws an `RpcError` for bad ones. */
  subscribe(params: unknown, deliver: Deliver): () => void
  status(): EndpointStatus
}
