import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Chain } from './chain/chain.ts'
import type { Reorganisation } from './chain/events.ts'
import type { StoredBlock } from './chain/storage/storedBlock.ts'
import type { MiningMode } from './mining/miner.ts'
import { clientVersion } from './node/clientVersion.ts'
import type { LocalChain } from './node/localChain.ts'
import type { Node } from './node/node.ts'
import { openNode } from './node/openNode.ts'
import type { NodeOptions } from './node/options.ts'
import { disconnected, ProviderRpcError } from './node/providerRpcError.ts'
import { warnOf } from './node/warning.ts'
import { asAddress } from './primitives/bytes.ts'
import { DecodeError } from './primitives/errors.ts'
import { fromHex, toHex } from './primitives/hex.ts'
import { toQuantity } from './primitives/quantity.ts'
import type { Transaction } from './protocol/transactions/transaction.ts'
import { defaultCallSettings, type ErrorDialect } from './rpc/context.ts'
import { RpcError } from './rpc/errors.ts'
import type { Json } from './rpc/json.ts'
import { plainResult } from './rpc/result.ts'
import { RpcService } from './rpc/service.ts'
import { type ClosableEndpoint, rpcEndpoint } from './server/network/rpcEndpoint.ts'
import { Subscriptions } from './server/websocket/subscriptions.ts'

/* The package as a library: a local chain inside the program, spoken to as an EIP-1193 provider. */

export type { Chain, ErrorDialect, Reorganisation, StoredBlock, Transaction }
export { ProviderRpcError }

export interface CreateNodeOptions
  extends Pick<
    NodeOptions,
    | 'dataFolder'
    | 'sync'
    | 'gasLimitTarget'
    | 'minimumGasPriceTarget'
    | 'accountSeeds'
    | 'pool'
    | 'gasPrices'
    | 'traces'
    | 'clock'
    | 'random'
    | 'onError'
  > {
  /** When blocks are mined: per transaction (the default), on request, or every so many milliseconds. */
  readonly mining?: 'transaction' | 'manual' | { readonly everyMs: number }
  /** Address that mined blocks pay. */
  readonly coinbase?: string
  /** Keys of more accounts, in hex. The genesis block gives them nothing. */
  readonly privateKeys?: readonly string[]
  /** How failed executions are told; viem decodes reverts in Ethereum's way only. */
  readonly errors?: ErrorDialect
  /** Hears of every call and transaction, and of what contracts log to the console, in lines for people. */
  readonly onLine?: (line: string) => void
  /** Whether those lines also show every call between contracts. */
  readonly verbose?: boolean
}

export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/** What `eth_subscribe` asked for, as EIP-1193 wants it told. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** What a node tells; the first three are those of EIP-1193. The chain id never changes. */
export interface NodeEvents {
  connect: [{ readonly chainId: string }]
  disconnect: [ProviderRpcError]
  message: [ProviderMessage]
  /** A block has joined the chain. */
  block: [StoredBlock]
  /** Blocks have left the chain: another branch has won, or a snapshot was returned to. */
  reorg: [Reorganisation]
  /** Transactions can be mined. */
  pending: [readonly Transaction[]]
}

export interface MineOptions {
  readonly blocks?: number
  /** Of the first block, in seconds since 1970. */
  readonly timestamp?: number
}

/** As many as anybody can have a use for. */
const maximumSubscriptions = 10_000

/** Starts a local chain: in memory unless a folder is given, with ten funded accounts, without any port. */
export async function createNode(options: CreateNodeOptions = {}): Promise<LocalNode> {
  const { mining, coinbase, privateKeys, errors: _, onLine, verbose = false, ...rest } = options
  const node = await openNode({
    ...rest,
    mining: miningMode(mining),
    ...(onLine && { callLog: { onLine, isVerbose: verbose } }),
    ...(coinbase !== undefined && { coinbase: addressFrom(coinbase) }),
    ...(privateKeys && { privateKeys: privateKeys.map((key) => fromHex(key, 'private key')) }),
  })
  return new LocalNode(node, options)
}

/** A local chain as an EIP-1193 provider, and what a test wants to do with it directly. */
export class LocalNode extends EventEmitter<NodeEvents> {
  readonly #node: Node
  readonly #local: LocalChain
  readonly #service: RpcService
  readonly #endpoint: ClosableEndpoint
  readonly #subscriptions: Subscriptions
  readonly #unfollow: readonly (() => void)[]
  #isClosed = false

  constructor(node: Node, options: CreateNodeOptions) {
    super()
    const { errors = 'rootstock', clock = Date.now, random = randomBytes, onError = warnOf } = options
    if (node.local === undefined) throw new RangeError(`${node.network.name} is not a local chain`)
    this.#node = node
    this.#local = node.local
    this.#service = new RpcService(node, {
      settings: { clientVersion: clientVersion(), errors, ...defaultCallSettings },
      now: clock,
      random,
      report: onError,
    })
    this.#endpoint = rpcEndpoint({ name: node.network.name, node, service: this.#service, origins: '*' })
    this.#subscriptions = new Subscriptions({
      endpoint: this.#endpoint,
      maximum: maximumSubscriptions,
      random,
      send: (notification) => this.#tell(JSON.parse(notification)),
      onCount: () => {},
    })
    this.#unfollow = [
      node.chain.on('block', (block) => this.emit('block', block)),
      node.chain.on('reorg', (reorganisation) => this.emit('reorg', reorganisation)),
      node.pool.onPending((transactions) => this.emit('pending', transactions)),
    ]
    // Whoever made the node must have had the time to listen.
    setImmediate(() => {
      if (!this.#isClosed) this.emit('connect', { chainId: toQuantity(this.chainId) })
    })
  }

  get chainId(): number {
    return this.#node.network.chainId
  }

  /** The accounts that the node can sign for. */
  get accounts(): string[] {
    return this.#node.wallet!.accounts.map(toHex)
  }

  get chain(): Chain {
    return this.#node.chain
  }

  /** Any method of the JSON-RPC service; rejects with a `ProviderRpcError`. Clients may take it off the node. */
  readonly request = async ({ method, params = [] }: RequestArguments): Promise<unknown> => {
    if (this.#isClosed) throw disconnected()
    const subscribing = this.#subscriptions.methods.get(method)
    if (subscribing !== undefined) return rejectingAsProvider(() => subscribing(params))
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const response = await this.#service.handle(body, { name: 'library' })
    if (response === undefined || Array.isArray(response)) throw new Error('one request has one answer')
    if ('result' in response) {
      const { result } = response
      return rejectingAsProvider(() => plainResult(result))
    }
    const { code, message, data } = response.error
    throw new ProviderRpcError(code, message, data)
  }

  /** Mines blocks, one unless told otherwise, whatever the mining mode. */
  mine({ blocks = 1, timestamp }: MineOptions = {}): void {
    for (let mined = 0; mined < blocks; mined++) this.#local.mine(mined === 0 ? timestamp : undefined)
  }

  startMining(): void {
    this.#local.startMining()
  }

  /** Lets transactions wait for blocks that are asked for. */
  stopMining(): void {
    this.#local.stopMining()
  }

  /** Moves the chain's clock forward and tells by how much in total. */
  increaseTime(seconds: number): number {
    return this.#local.increaseTime(seconds)
  }

  setNextTimestamp(seconds: number): void {
    this.#local.setNextTimestamp(seconds)
  }

  /** Remembers state, blocks, waiting transactions and the clock. */
  snapshot(): number {
    return this.#local.snapshot()
  }

  /** Returns to a snapshot, which stays; whether there is such a one. */
  revert(snapshot: number): boolean {
    return this.#local.revert(snapshot)
  }

  /** Returns to the genesis block and forgets all snapshots. */
  reset(): void {
    this.#local.reset()
  }

  /** Ends the node; with a folder it can be created again as it was. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const unfollow of this.#unfollow) unfollow()
    this.#subscriptions.close()
    this.#endpoint.close()
    this.#service.close()
    this.#node.close()
    this.emit('disconnect', disconnected())
  }

  #tell({ params }: { readonly params: ProviderMessage['data'] }): void {
    this.emit('message', { type: 'eth_subscription', data: params })
  }
}

/** Errors of the service are told in the way of EIP-1193. */
async function rejectingAsProvider(answer: () => Json | Promise<Json>): Promise<Json> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new ProviderRpcError(error.code, error.message, error.data)
  }
}

function miningMode(mining: CreateNodeOptions['mining'] = 'transaction'): MiningMode {
  if (mining === 'transaction') return { kind: 'per-transaction' }
  return mining === 'manual' ? { kind: 'manual' } : { kind: 'interval', milliseconds: mining.everyMs }
}

function addressFrom(text: string): ReturnType<typeof asAddress> {
  const bytes = fromHex(text, 'coinbase')
  if (bytes.length !== 20) throw new DecodeError('coinbase', `has ${bytes.length} bytes instead of 20`)
  return asAddress(bytes)
}
