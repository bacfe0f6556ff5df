import type { Response } from '../rpc/dispatch.ts'
import type { RpcClient } from '../rpc/service.ts'

/** What an operator wants to see of a network. */
export interface EndpointStatus {
  /** Number of the best block. */
  readonly head: number
  readonly pendingTransactions: number
  readonly queuedTransactions: number
  readonly peers: number
}

/** What the server has to know of a method. */
export interface MethodTraits {
  /** What a call takes from a client's quota. */
  readonly cost: number
  /** Whether it is given more time than others. */
  readonly isLong: boolean
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
  handle(request: unknown, client: RpcClient): Response | undefined | Promise<Response | undefined>
  /** Undefined for names that nobody answers. */
  method(name: string): MethodTraits | undefined
  /** Delivers from now on what `params` ask for; returns how to stop. Throws an `RpcError` for bad ones. */
  subscribe(params: unknown, deliver: Deliver): () => void
  status(): EndpointStatus
}
