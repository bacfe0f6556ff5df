import type { Json } from '../../rpc/json.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Caller } from '../keys/authority.ts'

/** Methods that belong to a connection rather than to a network, by name. Throw an `RpcError`. */
export type ConnectionMethods = ReadonlyMap<string, (params: unknown) => Json>

/** Who asks which network, and whether anyone still waits for the answer. */
export interface Session {
  readonly endpoint: Endpoint
  readonly caller: Caller
  /** Of the machine that asks. */
  readonly address: string
  /** Undefined where the connection ends with the answer. */
  readonly connectionMethods: ConnectionMethods | undefined
  readonly isGone: boolean
  /** Calls back when nobody waits any more; returns how to call that off. */
  whenGone(callBack: () => void): () => void
}
