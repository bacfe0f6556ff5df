import type { ErrorDialect } from '../../rpc/method/context.ts'
import type { Method } from '../../rpc/method/method.ts'
import type { ClientSubscriptions } from '../../rpc/method/subscribing.ts'

/** A call as it is forwarded. */
export interface ForwardedCall {
  readonly method: Method
  readonly params: unknown
  readonly client: ForwardedClient
}

/** The caller, as far as forwarding is concerned. */
export interface ForwardedClient {
  readonly name: string
  readonly errors?: ErrorDialect | undefined
  readonly subscriptions?: ClientSubscriptions | undefined
  readonly grants?: ((method: string) => boolean) | undefined
  /** The nodes that have forwarded the request before; undefined for a request of a client. */
  readonly hops?: string | undefined
}
