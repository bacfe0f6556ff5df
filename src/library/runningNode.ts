import { toolClientVersion } from '../node/clientVersion.ts'
import { defaultAccountCount } from '../node/local/development/developmentOptions.ts'
import type { LocalChain } from '../node/local/localChain.ts'
import type { Node } from '../node/node.ts'
import { disconnected } from '../node/providerRpcError.ts'
import { randomBytes } from '../platform/random.ts'
import { warnOf } from '../platform/runtime.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import { eitherOf, objectOf, valuesWith } from '../settings/programTypes.ts'
import { wholeNumbers } from '../settings/valueTypes.ts'
import { defaultDerivationPath, defaultMnemonic } from '../wallet/localAccounts.ts'
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
import type { NodeEvents, NodeRequest } from './providerTypes.ts'
import { hexOf, RunningChain, transactionOf } from './runningChain.ts'
import { ServiceProvider } from './serviceProvider.ts'

/** Maximum blocks that one call mines, because it blocks the program. */
const maximumMined = 100_000

const blockCount = wholeNumbers(1, maximumMined)
const miningOrder = eitherOf(blockCount, objectOf({ blocks: blockCount, timestamp: timestamps }))
const seconds = wholeNumbers(0, Number.MAX_SAFE_INTEGER)
const snapshotId = valuesWith(
  'the id of a snapshot, as snapshot() and evm_snapshot return it',
  (value): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value),
)

/** A local chain that runs in this process. */
export class RunningNode implements LocalNode {
  readonly #node: Node
  readonly #provider: ServiceProvider<NodeEvents>
  readonly #accounts: readonly LocalAccount[]
  readonly #mnemonic: string | undefined
  readonly #chain: RunningChain
  readonly #ports = new Set<ListeningNode>()
  readonly #parts: Required<Pick<CheckedOptions, 'clock' | 'random' | 'onError'>>
  readonly on: NodeListening<this>
  readonly once: NodeListening<this>
  readonly off: NodeListening<this>
  readonly addListener: NodeListening<this>
  readonly removeListener: NodeListening<this>
  #unfollow: readonly (() => void)[]
  #closing: Promise<void> | undefined

  constructor(node: Node, options: CheckedOptions) {
    const { errors = 'ethereum', clock = Date.now, random = randomBytes, onError = warnOf } = options
    const { skipRemasc = true, clientVersion: version = 'tools' } = options
    this.#node = node
    this.#parts = { clock, random, onError }
    this.#mnemonic = options.accountSeeds === undefined ? (options.mnemonic ?? defaultMnemonic) : undefined
    this.#accounts = accountsOf(node, options)
    this.#chain = new RunningChain(() => this.#open.chain, skipRemasc)
    this.#provider = new ServiceProvider(node, {
      settings: {
        callGasCap: Math.max(defaultCallSettings.callGasCap, Number(options.gasLimitTarget ?? 0n)),
        ...(version === 'tools' && { clientVersion: toolClientVersion() }),
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
    this.on = this.#provider.listening('on', this)
    this.once = this.#provider.listening('once', this)
    this.off = this.#provider.listening('off', this)
    this.addListener = this.on
    this.removeListener = this.off
    this.#unfollow = this.#follow()
    node.onReplaced(() => {
      for (const unfollow of this.#unfollow) unfollow()
      this.#unfollow = this.#follow()
    })
  }

  /** Blocks are described only for listeners. */
  #follow(): (() => void)[] {
    const { chain, pool } = this.#node
    const view = this.#chain
    const provider = this.#provider
    return [
      chain.on('block', (block) => {
        if (provider.isHeard('block')) provider.emit('block', view.blockOf(block))
        if (view.listenerCount('block') > 0) view.emit('block', view.blockOf(block))
      }),
      chain.on('reorg', (reorganisation) => {
        if (provider.isHeard('reorg')) provider.emit('reorg', view.reorganisationOf(reorganisation))
        if (view.listenerCount('reorg') > 0) view.emit('reorg', view.reorganisationOf(reorganisation))
      }),
      pool.onPending((transactions) => {
        if (!provider.isHeard('pending')) return
        provider.emit(
          'pending',
          transactions.map((transaction) => transactionOf(transaction)),
        )
      }),
    ]
  }

  /** The node; throws when it is closed. */
  get #open(): Node {
    this.#provider.requireOpen()
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

  // The overloads of the type say which result belongs to which method.
  readonly request: NodeRequest = async (args: unknown) => (await this.#provider.answer(args)) as never

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
    const server = await listenWith({ node, service: this.#provider.service, ...this.#parts }, options)
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
    if (this.#provider.isClosed) {
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
    this.#provider.end()
    try {
      if (this.#ports.size > 0) await Promise.all([...this.#ports].map((port) => port.close()))
    } finally {
      this.#provider.service.close()
      this.#node.close()
      this.#provider.emit('disconnect', disconnected())
    }
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
