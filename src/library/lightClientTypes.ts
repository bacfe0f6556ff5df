import type { Hash } from './hexTypes.ts'
import type { NodeRequest, ProviderEvents, ProviderListening, RequestArguments } from './providerTypes.ts'

/** Choices of `createLightClient`. An unknown name or a wrong value is an error that names the option. */
export interface LightClientOptions {
  /** One to eight HTTP endpoints, whose answers are checked. Values of the state need one that has `eth_getProof`. */
  readonly endpoints: readonly string[]
  /** `mainnet` by default; `regtest` for the chain of a `cambium node` or `cambium dev`. */
  readonly network?: 'mainnet' | 'testnet' | 'regtest'
  /** Hash of a block that you trust; by default the checkpoint of the release, on a local chain its first block. */
  readonly checkpoint?: Hash
  /**
   * Whether all headers from the checkpoint on are linked, so that every block since then can be asked for; by default with a
   * data folder only. Otherwise the newest headers count, backed by their work.
   */
  readonly link?: boolean
  /** Folder where headers are kept for the next start; in memory by default. Not in a page. */
  readonly dataFolder?: string
  /** Bitcoin blocks of work that the newest headers need to be believed without a link to the checkpoint; 6 by default. */
  readonly work?: number
  /** `http://user:password@host:port` of a Bitcoin node, which shows whether headers were mined in advance. */
  readonly bitcoin?: string
  /** Methods that are passed on to an endpoint although nothing proves their answers. */
  readonly unverified?: readonly string[]
  /** Milliseconds between questions for new blocks; 10,000 by default, on a local chain 1,000, and 0 for none. */
  readonly pollMs?: number
  /** `wss://…`: its notifications make the client ask for new blocks at once. They are not believed. */
  readonly webSocket?: string
  /** Whether programs of the page can pick the client among its wallets (EIP-6963), for reads. */
  readonly announce?: boolean
  /** Form of error responses: that of Ethereum's nodes (the default), or that of Rootstock's. */
  readonly errors?: 'ethereum' | 'rootstock'
  /** Called while headers are linked, before the client answers. */
  readonly onProgress?: (progress: LightProgress) => void
  /** Called with problems that no caller can receive, such as an endpoint that is put aside; ignored by default. */
  readonly onProblem?: (problem: Error) => void
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/** How many headers are linked. */
export interface LightProgress {
  readonly done: number
  readonly total: number
  readonly perSecond: number | undefined
  readonly secondsLeft: number | undefined
}

/** A header that is believed. */
export interface LightBlock {
  readonly number: number
  readonly hash: Hash
  readonly parentHash: Hash
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** Another branch became the best chain. */
export interface LightReorganisation {
  /** Blocks that left the best chain, the newest first. */
  readonly abandoned: readonly LightBlock[]
  /** Blocks that joined it, the oldest first. */
  readonly adopted: readonly LightBlock[]
}

/** What is believed, and why. */
export interface LightStatus {
  /** The same in one sentence. */
  readonly text: string
  readonly head: LightBlock
  readonly ageSeconds: number
  /** Whether all headers are linked to the checkpoint, or the newest ones backed by their work. */
  readonly kind: 'linked' | 'backed-by-work'
  readonly checkpoint: { readonly number: number; readonly hash: Hash; readonly timestamp: number }
  /** The lowest block that can be asked for. */
  readonly firstBlock: number
  /** Bitcoin blocks that it would take to fake the head; 0 on a local chain. */
  readonly bitcoinBlocks: number
  /** Endpoints whose head is on this chain, of those that have shown one. */
  readonly agreeing: number
  readonly asked: number
  /** Heads of other branches with as much work. */
  readonly rivals: readonly { readonly number: number; readonly hash: Hash }[]
  /** Whether the head was mined on the newest blocks of Bitcoin; undefined without a Bitcoin node. */
  readonly isFreshByBitcoin: boolean | undefined
  readonly endpoints: readonly LightEndpoint[]
}

export interface LightEndpoint {
  /** Without its keys. */
  readonly url: string
  /** `waiting` after a failure, `aside` after a false answer. */
  readonly standing: 'good' | 'waiting' | 'aside'
  /** Why it is not asked. */
  readonly reason: string | undefined
  readonly head: { readonly number: number; readonly hash: Hash } | undefined
  readonly latencyMs: number | undefined
}

/** An answer, and what it rests on: `proof`, also for what the client knows itself, or `endpoint` where only an endpoint says so. */
export interface LightAnswer {
  readonly result: unknown
  readonly verified: 'proof' | 'endpoint' | undefined
}

/** The events of a light client. */
export interface LightEvents extends ProviderEvents {
  /** A block joined the best chain. */
  block: [LightBlock]
  /** Another branch became the best chain. */
  reorg: [LightReorganisation]
}

export type LightListening<Self> = ProviderListening<Self, LightEvents>

/**
 * A client that checks every answer against proof of work, as an EIP-1193 provider. An answer that an endpoint falsifies never
 * arrives: the next endpoint is asked, and a request that no endpoint answers truly rejects with a `ProviderRpcError` that
 * names the endpoint and the lie. After `close` its members throw `the node is closed`.
 */
export interface LightClient {
  readonly chainId: number
  /** Is bound to the client, so that a client library may keep the function alone. */
  readonly request: NodeRequest
  /** The same request; says what the answer rests on. */
  answer(args: RequestArguments): Promise<LightAnswer>
  status(): LightStatus
  /** Asks the endpoints for a newer head now. Rejects with a `ProviderRpcError` if none gives one that can be believed. */
  refresh(): Promise<void>

  readonly on: LightListening<this>
  readonly once: LightListening<this>
  readonly off: LightListening<this>
  readonly addListener: LightListening<this>
  readonly removeListener: LightListening<this>

  close(): Promise<void>
  [Symbol.dispose](): void
  [Symbol.asyncDispose](): Promise<void>
}
