import type { ChainView } from './chainTypes.ts'
import type { Address, Hex } from './hexTypes.ts'
import type { NodeEvents, NodeRequest, ProviderListening } from './providerTypes.ts'

declare global {
  // Programs whose `lib` is older than ES2023 do not have these symbols; with a newer one the declarations are the same.
  interface SymbolConstructor {
    readonly dispose: unique symbol
    readonly asyncDispose: unique symbol
  }
}

/** An account that the node signs for. */
export interface LocalAccount {
  readonly address: Address
  readonly privateKey: Hex
  /** Of an account of the phrase, such as `m/44'/60'/0'/0/3`. */
  readonly path: string | undefined
}

export interface MineOptions {
  /** One by default. */
  readonly blocks?: number
  /** Timestamp of the first block, in seconds since 1970. */
  readonly timestamp?: number
}

export interface ListenOptions {
  /** Any free port by default. */
  readonly port?: number
  /** 127.0.0.1 by default. With another address, other machines may use the chain and all its helpers. */
  readonly host?: string
  /** Origins of web pages that may use the chain; by default the pages of this machine. `*` allows every page. */
  readonly origins?: '*' | readonly string[]
}

/** A port at which a node is served. */
export interface ListeningNode {
  /** `http://127.0.0.1:49152`. */
  readonly url: string
  /** `ws://127.0.0.1:49152`. */
  readonly webSocketUrl: string
  readonly port: number
  /** Stops serving; the node stays open. */
  close(): Promise<void>
}

/** Adds or removes a listener. */
export type NodeListening<Self> = ProviderListening<Self, NodeEvents>

/**
 * A local chain as an EIP-1193 provider, with direct control of mining, time and snapshots for tests. After `close` its
 * members throw `the node is closed`.
 */
export interface LocalNode {
  readonly chainId: number
  /** The accounts that the node signs for, with their keys. */
  readonly accounts: readonly LocalAccount[]
  /** The phrase of the accounts; undefined if they are made from `accountSeeds`. */
  readonly mnemonic: string | undefined
  readonly chain: ChainView
  /** Is bound to the node, so that a client library may keep the function alone. */
  readonly request: NodeRequest

  readonly on: NodeListening<this>
  readonly once: NodeListening<this>
  readonly off: NodeListening<this>
  readonly addListener: NodeListening<this>
  readonly removeListener: NodeListening<this>

  /** Mines blocks at once, in every mining mode: one, or as many as given. */
  mine(order?: number | MineOptions): void
  startMining(): void
  /** Keeps new transactions in the pool until `mine` or `startMining` is called. */
  stopMining(): void
  /** Moves the chain's clock forward; returns its total offset in seconds. */
  increaseTime(seconds: number): number
  /** Chooses the timestamp of the next block, which must be later than the best block's. */
  setNextTimestamp(seconds: number): void
  /** Saves the state, blocks, pending transactions and clock; returns the id of the snapshot, as `evm_snapshot` does. */
  snapshot(): Hex
  /** Restores a snapshot, which stays valid; throws for an unknown one. */
  revert(snapshot: Hex): void
  /** Restores the first block and discards all snapshots. */
  reset(): void
  /** Serves the chain over HTTP and WebSocket, for tools that take a URL. */
  listen(options?: ListenOptions): Promise<ListeningNode>
  /**
   * Stops the node and what it serves. A chain in a data folder continues when a node is created with that folder again.
   * Without `listen` everything is closed when the call returns.
   */
  close(): Promise<void>
  [Symbol.dispose](): void
  [Symbol.asyncDispose](): Promise<void>
}
