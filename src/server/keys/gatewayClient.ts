import type { ErrorDialect } from '../../rpc/method/context.ts'

/** A client of a gateway, as the gateway describes it to a node. The gateway has checked its key, limits and grants. */
export interface GatewayClient {
  /** The name that the client has without a gateway: the id of its key, or its address. */
  readonly name: string
  readonly hasKey: boolean
  /** The choice of its key; undefined for that of the node. */
  readonly errors: ErrorDialect | undefined
}
