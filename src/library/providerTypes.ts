import type { ProviderRpcError } from '../node/providerRpcError.ts'
import type { ChainBlock, ChainReorganisation, ChainTransaction } from './chainTypes.ts'
import type { RpcMethods } from './methodTypes.ts'

/** The argument of an EIP-1193 `request`. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** The methods as a list, in the form of viem's `RpcSchema`. */
export type NodeRpcSchema = readonly {
  [Name in keyof RpcMethods]: { readonly Method: Name } & RpcMethods[Name]
}[keyof RpcMethods][]

/**
 * Calls a method of the JSON-RPC service; rejects with a `ProviderRpcError`. Parameters and results of the methods in
 * `RpcMethods` have their types. For other methods, or to override the types, the caller names the type of the result:
 * `request<string>({ … })`.
 */
export interface NodeRequest {
  <Result = unknown, Name extends string = string>(args: {
    readonly method: Name & (Name extends keyof RpcMethods ? never : unknown)
    readonly params?: readonly unknown[] | object | undefined
  }): Promise<Result>
  <Name extends keyof RpcMethods>(
    args: { readonly method: Name } & NodeParameters<RpcMethods[Name]['Parameters']>,
  ): Promise<RpcMethods[Name]['ReturnType']>
}

/** Parameters that are all optional may be left out. */
export type NodeParameters<Parameters> = readonly [] extends Parameters
  ? { readonly params?: Parameters | undefined }
  : { readonly params: Parameters }

/** A notification of `eth_subscribe` in the form of EIP-1193. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** The events of EIP-1193; `chainChanged` and `accountsChanged` never occur. */
export interface ProviderEvents {
  connect: [{ readonly chainId: string }]
  disconnect: [ProviderRpcError]
  message: [ProviderMessage]
  chainChanged: [string]
  accountsChanged: [string[]]
}

/** The events of a node. */
export interface NodeEvents extends ProviderEvents {
  /** A block joined the canonical chain. */
  block: [ChainBlock]
  /** Blocks left the canonical chain: another branch became the best, or a snapshot was restored. */
  reorg: [ChainReorganisation]
  /** Transactions became ready to be mined. */
  pending: [readonly ChainTransaction[]]
}

/** Events by their names, with what their listeners get. */
export type EventTable<Events> = { readonly [Name in keyof Events]: unknown[] }

/** Adds or removes a listener. The second form is that of viem's `EIP1193Provider`. */
export interface ProviderListening<Self, Events extends EventTable<Events>> {
  <Name extends keyof Events>(name: Name, listener: (...event: Events[Name]) => void): Self
  (name: keyof ProviderEvents, listener: (...event: never[]) => void): Self
}
