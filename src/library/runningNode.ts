import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { RpcService } from '../answering/rpcService.ts'
import { clientVersion, toolClientVersion } from '../node/clientVersion.ts'
import { defaultAccountCount } from '../node/local/development/developmentOptions.ts'
import type { LocalChain } from '../node/local/localChain.ts'
import type { Node } from '../node/node.ts'
import { warnOf } from '../platform/runtime.ts'
import { disconnected, ProviderRpcError } from '../node/providerRpcError.ts'
import { toQuantity } from '../primitives/quantity.ts'
import type { ErrorObject } from '../rpc/envelope/responses.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import { plainResult } from '../rpc/json/result.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import { Subscriptions } from '../service/subscriptions/subscriptions.ts'
import { eitherOf, objectOf, valuesWith } from '../settings/programTypes.ts'
import { wholeNumbers } from '../settings/valueTypes.ts'
import { defaultDerivationPath, defaultMnemonic } from '../wallet/localAccounts.ts'
import { ChainReader, hexOf, transactionOf } from './chainReader.ts'
import type { ChainView } from './chainTypes.ts'
import { checkedArgument } from './checkedArgument.ts'
import type { CheckedOptions } from './checkedOptions.ts'
import type { Hex } from './hexTypes.ts'
import type {
  ListeningNode,
  ListenOptions,
  LocalAccount,
  LocalNode,
  MineOptions,
  NodeListening,
} from './localNode.ts'
import { timestamps } from './optionTable.ts'
import type { NodeEvents, NodeRequest, ProviderMessage, RequestArguments } from './providerTypes.ts'

/** Subscriptions that may exist at once; `eth_subscribe` beyond this number fails. */
const maximumSubscriptions = 10_000
/** Maximum blocks that one call mines, because it blocks the program. */
const maximumMined = 100_000

const blockCount = wholeNumbers(1, maximumMined)
const miningOrder = eitherOf(blockCount, objectOf({ blocks: blockCount, timestamp: timestamps }))
const seconds = wholeNumbers(0, Number.MAX_SAFE_INTEGER)
const snapshotId = valuesWith(
  'the id of a snapshot, as snapshot() and evm_snapshot return it',
  (value): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value),
)

/** A listener for any event; `NodeListening` gives the types of each event. */
type Listener = (...event: unknown[]) => void

/** A local chain that runs in this process. */
export class RunningNode implements LocalNode {
  readonly #events = new EventEmitter()
  readonly #node: Node
  readonly #service: RpcService
  readonly #subscriptions: Subscriptions
  readonly #accounts: readonly LocalAccount[]
  readonly #mnemonic: string | undefined
  readonly #chain: ChainReader
  readonly #ports = new Set<ListeningNode>()
  readonly #parts: Required<Pick<CheckedOptions, 'clock' | 'random' | 'onError'>>
  #unfollow: readonly (() => void)[]
  #closing: Promise<void> | undefined

  constructor(node: Node, options: CheckedOptions) {
    const { errors = 'ethereum', clock = Date.now, random = randomBytes, onError = warnOf } = options
    const { skipRemasc = true, clientVersion: version = 'tools' } = options
    this.#node = node
    this.#parts = { clock, random, onError }
    this.#mnemonic = options.accountSeeds === undefined ? (options.mnemonic ?? defaultMnemonic) : undefined
    this.#accounts = accountsOf(node, options)
    this.#chain = new ChainReader(() => this.#open.chain, skipRemasc)
    this.#service = new RpcService(node, {
      settings: {
        ...defaultCallSettings,
        callGasCap: Math.max(defaultCallSettings.callGasCap, Number(options.gasLimitTarget ?? 0n)),
        clientVersion: version === 'tools' ? toolClientVersion() : clientVersion(),
        errors,
        allowsStateOverrides: true,
        development: {
          skipsRemasc: skipRemasc,
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
      if (this.#closing === undefined) this.#emit('connect', { chainId: toQuantity(this.chainId) })
    })
  }

  readonly on = this.#listening('on')
  readonly once = this.#listening('once')
  readonly off = this.#listening('off')
  readonly addListener = this.on
  readonly removeListener = this.off

  #listening(change: 'on' | 'once' | 'off'): NodeListening<this> {
    return (name: keyof NodeEvents, listener: (...event: never[]) => void) => {
      this.#events[change](name, listener as Listener)
      return this
    }
  }

  #emit<Name extends keyof NodeEvents>(name: Name, ...event: NodeEvents[Name]): void {
    this.#events.emit(name, ...event)
  }

  /** Blocks are described only for listeners. */
  #follow(): (() => void)[] {
    const { chain, pool } = this.#node
    const view = this.#chain
    return [
      chain.on('block', (block) => {
        if (this.#events.listenerCount('block') > 0) this.#emit('block', view.blockOf(block))
        if (view.listenerCount('block') > 0) view.emit('block', view.blockOf(block))
      }),
      chain.on('reorg', (reorganisation) => {
        if (this.#events.listenerCount('reorg') > 0)
          this.#emit('reorg', view.reorganisationOf(reorganisation))
        if (view.listenerCount('reorg') > 0) view.emit('reorg', view.reorganisationOf(reorganisation))
      }),
      pool.onPending((transactions) => {
        if (this.#events.listenerCount('pending') === 0) return
        this.#emit(
          'pending',
          transactions.map((transaction) => transactionOf(transaction)),
        )
      }),
    ]
  }

  /** The node; throws when it is closed. */
  get #open(): Node {
    if (this.#closing !== undefined) throw disconnected()
    return this.#node
  }

  get #local(): LocalChain {
    return this.#open.local!
  }

  get chainId(): number {
    return this.#open.network.chainId
  }

  get accounts(): readonly LocalAccount[] {
    return this.#open && this.#accounts
  }

  get mnemonic(): string | undefined {
    return this.#open && this.#mnemonic
  }

  get chain(): ChainView {
    return this.#open && this.#chain
  }

  readonly request: NodeRequest = async (args: unknown): Promise<never> => {
    if (this.#closing !== undefined) throw disconnected()
    const { method, params = [] } = requestFrom(args)
    const request = { jsonrpc: '2.0', id: 1, method, params }
    const client = { name: 'library', subscriptions: this.#subscriptions }
    const response = await this.#service.envelope.handle(request, client)
    if (response === undefined) throw new Error('a request with an id has a response')
    if ('error' in response) throw providerError(response.error)
    try {
      // The overloads of the type say which result belongs to which method.
      return (await plainResult(response.result)) as never
    } catch (error) {
      throw error instanceof RpcError ? providerError(error) : error
    }
  }

  mine(order: number | MineOptions = 1): void {
    const local = this.#local
    const checked = checkedArgument('mine: the order', miningOrder, order)
    const { blocks = 1, timestamp } = typeof checked === 'number' ? { blocks: checked } : checked
    for (let mined = 0; mined < blocks; mined++) local.mine(mined === 0 ? timestamp : undefined)
  }

  startMining(): void {
    this.#local.startMining()
  }

  stopMining(): void {
    this.#local.stopMining()
  }

  increaseTime(by: number): number {
    return this.#local.increaseTime(checkedArgument('increaseTime: the seconds', seconds, by))
  }

  setNextTimestamp(timestamp: number): void {
    const local = this.#local
    checkedArgument('setNextTimestamp: the timestamp', timestamps, timestamp)
    const best = this.#node.chain.head.header.timestamp
    if (timestamp <= best) {
      throw new RangeError(
        `setNextTimestamp: ${timestamp} is not later than the timestamp of the best block, ${best}`,
      )
    }
    local.setNextTimestamp(timestamp)
  }

  snapshot(): Hex {
    return `0x${this.#local.snapshot().toString(16)}`
  }

  revert(snapshot: Hex): void {
    const local = this.#local
    const id = checkedArgument('revert: the snapshot', snapshotId, snapshot)
    if (!local.revert(Number(id))) {
      throw new RangeError(`there is no snapshot ${id}: it was never taken, or an earlier one was restored`)
    }
  }

  reset(): void {
    this.#local.reset()
  }

  async listen(options: ListenOptions = {}): Promise<ListeningNode> {
    const node = this.#open
    // Loaded here, because most programs need no port.
    const { listenWith } = await import('./listening.ts')
    const server = await listenWith({ node, service: this.#service, ...this.#parts }, options)
    const { url, webSocketUrl, port } = server
    const listening: ListeningNode = {
      url,
      webSocketUrl,
      port,
      close: async () => {
        this.#ports.delete(listening)
        await server.close()
      },
    }
    this.#ports.add(listening)
    if (this.#closing !== undefined) {
      await listening.close()
      throw disconnected()
    }
    return listening
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  [Symbol.dispose](): void {
    void this.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #close(): Promise<void> {
    for (const unfollow of this.#unfollow) unfollow()
    this.#subscriptions.close()
    try {
      if (this.#ports.size > 0) await Promise.all([...this.#ports].map((port) => port.close()))
    } finally {
      this.#service.close()
      this.#node.close()
      this.#emit('disconnect', disconnected())
    }
  }

  #notify({ params }: { readonly params: ProviderMessage['data'] }): void {
    this.#emit('message', { type: 'eth_subscription', data: params })
  }
}

/** The accounts of the phrase come first, then those of private keys. */
function accountsOf({ wallet }: Node, options: CheckedOptions): LocalAccount[] {
  if (wallet === undefined) return []
  const { accountSeeds, accounts = defaultAccountCount, derivationPath = defaultDerivationPath } = options
  const derived = accountSeeds === undefined ? accounts : 0
  const parent = derivationPath.trim().replace(/\/$/, '')
  const known = (accountSeeds?.length ?? derived) + (options.privateKeys?.length ?? 0)
  return wallet.accounts.slice(0, known).map((address, index) => ({
    address: hexOf(address),
    privateKey: hexOf(wallet.dumpKey(address)),
    path: index < derived ? `${parent}/${index}` : undefined,
  }))
}

function requestFrom(args: unknown): RequestArguments {
  if (typeof args === 'object' && args !== null && 'method' in args && typeof args.method === 'string') {
    return args as RequestArguments
  }
  throw new ProviderRpcError(
    -32_600,
    "a request is an object such as { method: 'eth_blockNumber', params: [] }",
  )
}

/** Turns an error of the JSON-RPC service into that of EIP-1193. */
const providerError = ({ code, message, data, solidityStack }: ErrorObject | RpcError): ProviderRpcError =>
  new ProviderRpcError(code, message, data, solidityStack)
