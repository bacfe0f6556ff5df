import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Chain } from '../chain/chain.ts'
import { clientVersion, toolClientVersion } from '../node/clientVersion.ts'
import type { LocalChain } from '../node/local/localChain.ts'
import type { Node } from '../node/node.ts'
import { warnOf } from '../node/nodeOptions.ts'
import { disconnected, ProviderRpcError } from '../node/providerRpcError.ts'
import { toHex } from '../primitives/hex.ts'
import { toQuantity } from '../primitives/quantity.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import { plainResult } from '../rpc/json/result.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import { RpcService } from '../service/rpcService.ts'
import { Subscriptions } from '../service/subscriptions/subscriptions.ts'
import type { CheckedOptions } from './checkedOptions.ts'
import type { NodeEvents, ProviderMessage, RequestArguments } from './providerTypes.ts'

/** Subscriptions that may exist at once; `eth_subscribe` beyond this number fails. */
const maximumSubscriptions = 10_000

export interface MineOptions {
  /** One by default. */
  readonly blocks?: number
  /** Timestamp of the first block, in seconds since 1970. */
  readonly timestamp?: number
}

/** A local chain as an EIP-1193 provider, with direct control of mining, time and snapshots for tests. */
export class LocalNode extends EventEmitter<NodeEvents> {
  readonly #node: Node
  readonly #service: RpcService
  readonly #subscriptions: Subscriptions
  #unfollow: readonly (() => void)[]
  #isClosed = false

  constructor(node: Node, options: CheckedOptions) {
    super()
    const { errors = 'ethereum', clock = Date.now, random = randomBytes, onError = warnOf } = options
    const { skipRemasc = true, clientVersion: version = 'tools' } = options
    if (node.local === undefined) throw new RangeError(`${node.network.name} is not a local chain`)
    this.#node = node
    this.#service = new RpcService(node, {
      settings: {
        ...defaultCallSettings,
        clientVersion: version === 'tools' ? toolClientVersion() : clientVersion(),
        errors,
        allowsStateOverrides: true,
        development: {
          skipsRemasc: skipRemasc,
          acceptsTyped: options.acceptTyped ?? false,
          throwsOnRevert: options.throwOnRevert ?? false,
        },
      },
      now: clock,
      random,
      report: onError,
    })
    this.#subscriptions = new Subscriptions({
      maximum: maximumSubscriptions,
      take: () => () => {},
      random,
      send: (notification) => this.#notify(JSON.parse(notification)),
      onCount: () => {},
      pace: { whenRoom: setImmediate, fail: onError, isGone: false, worked: () => {} },
    })
    this.#unfollow = this.#follow()
    node.onReplaced(() => {
      for (const unfollow of this.#unfollow) unfollow()
      this.#unfollow = this.#follow()
    })
    // Deferred, so that the caller can add its listener first.
    setImmediate(() => {
      if (!this.#isClosed) this.emit('connect', { chainId: toQuantity(this.chainId) })
    })
  }

  #follow(): (() => void)[] {
    const { chain, pool } = this.#node
    return [
      chain.on('block', (block) => this.emit('block', block)),
      chain.on('reorg', (reorganisation) => this.emit('reorg', reorganisation)),
      pool.onPending((transactions) => this.emit('pending', transactions)),
    ]
  }

  get #local(): LocalChain {
    return this.#node.local!
  }

  get chainId(): number {
    return this.#node.network.chainId
  }

  /** Addresses of the accounts that the node signs for. */
  get accounts(): string[] {
    return this.#node.wallet!.accounts.map(toHex)
  }

  get chain(): Chain {
    return this.#node.chain
  }

  /**
   * Calls a method of the JSON-RPC service; rejects with a `ProviderRpcError`. It is bound to the node, so that a
   * client library may keep the function alone.
   */
  readonly request = async ({ method, params = [] }: RequestArguments): Promise<unknown> => {
    if (this.#isClosed) throw disconnected()
    const request = { jsonrpc: '2.0', id: 1, method, params }
    const client = { name: 'library', subscriptions: this.#subscriptions }
    const response = await this.#service.handle(request, client)
    if (response === undefined) throw new Error('a request with an id has a response')
    if ('result' in response) {
      const { result } = response
      return rejectAsProvider(() => plainResult(result))
    }
    const { code, message, data } = response.error
    throw new ProviderRpcError(code, message, data)
  }

  /** Mines blocks at once, in every mining mode. */
  mine({ blocks = 1, timestamp }: MineOptions = {}): void {
    for (let mined = 0; mined < blocks; mined++) this.#local.mine(mined === 0 ? timestamp : undefined)
  }

  startMining(): void {
    this.#local.startMining()
  }

  /** Keeps new transactions in the pool until `mine` or `startMining` is called. */
  stopMining(): void {
    this.#local.stopMining()
  }

  /** Moves the chain's clock forward; returns its total offset in seconds. */
  increaseTime(seconds: number): number {
    return this.#local.increaseTime(seconds)
  }

  setNextTimestamp(seconds: number): void {
    this.#local.setNextTimestamp(seconds)
  }

  /** Saves the state, blocks, pending transactions and clock; returns the snapshot's number. */
  snapshot(): number {
    return this.#local.snapshot()
  }

  /** Restores a snapshot, which stays valid. Returns whether the snapshot exists. */
  revert(snapshot: number): boolean {
    return this.#local.revert(snapshot)
  }

  /** Restores the genesis block and discards all snapshots. */
  reset(): void {
    this.#local.reset()
  }

  /** Stops the node. A chain in a data folder continues when a node is created with that folder again. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const unfollow of this.#unfollow) unfollow()
    this.#subscriptions.close()
    this.#service.close()
    this.#node.close()
    this.emit('disconnect', disconnected())
  }

  #notify({ params }: { readonly params: ProviderMessage['data'] }): void {
    this.emit('message', { type: 'eth_subscription', data: params })
  }
}

/** Turns an error of the JSON-RPC service into the `ProviderRpcError` of EIP-1193. */
async function rejectAsProvider(answer: () => Json | Promise<Json>): Promise<Json> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new ProviderRpcError(error.code, error.message, error.data)
  }
}
