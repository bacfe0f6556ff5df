import type { ErrorDialect } from '../method/context.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

/** A call as it is forwarded. */
export interface ForwardedCall {
  /** The method's own name, not an alias. */
  readonly method: string
  readonly params: unknown
  readonly client: ForwardedClient
}

/** The caller, as far as forwarding is concerned. */
export interface ForwardedClient {
  readonly name: string
  readonly errors?: ErrorDialect | undefined
  readonly subscriptions?: Subscriptions | undefined
  readonly grants?: ((method: string) => boolean) | undefined
  /** The nodes that have forwarded the request before; undefined for a request of a client. */
  readonly hops?: string | undefined
}
