import type { AccountOwners } from '../node/accountOwners.ts'
import type { ActionNode, LookupNode } from '../node/lookupNode.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { ClientFilters } from './clientFilters.ts'
import type { ReadContext } from './context.ts'
import type { AskingCall } from './methodFacts.ts'
import type { SubscribingContext } from './subscribing.ts'

/** The description of a service's own methods. */
export interface ServiceDescription {
  /** Names of the modules that answer. */
  readonly modules: readonly string[]
  /** Whether a method answers. */
  answers(method: string): boolean
  /** The methods that answer, as the text of an OpenRPC document. */
  openRpc(clientVersion: string): Uint8Array
}

/** The circumstances of one call in the main thread. */
export interface RpcContext extends ReadContext, SubscribingContext {
  readonly node: RpcNode
  readonly settings: ReadContext['settings']
  readonly filters: ClientFilters
  readonly description: ServiceDescription
  /** The name of the client; filters belong to it. */
  readonly client: string
  /** The name of the client's API key; undefined for a client without a key. */
  readonly keyName: string | undefined
  readonly accountOwners: AccountOwners
  /** The call itself, which can make others. */
  readonly call: AskingCall
  /** Lets actions execute calls on a chain that only their caller uses; undefined on other chains. */
  readonly ownChain: ((call: Pick<ReadContext, 'work' | 'settings'>) => ReadContext) | undefined
}

/** The same for a call that only looks up: it can walk neither the chain nor the pool. */
export interface LookupContext
  extends Omit<RpcContext, 'node' | 'texts' | 'feeds' | 'subscriptions' | 'ownChain'> {
  readonly node: LookupNode
}

/** The same for an action, which hands one transaction, or the solution of one block, to the node. */
export interface ActionContext extends LookupContext, Pick<RpcContext, 'ownChain'> {
  readonly node: ActionNode
}
