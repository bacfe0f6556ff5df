import type { Chain } from '../chain/chain.ts'
import { chainStamp, openChain } from '../chain/openChain.ts'
import { Clock } from '../mining/inputs/clock.ts'
import {
  type AdjustableSettings,
  localMiningSettings,
  type MiningSettings,
  publicMiningSettings,
} from '../mining/inputs/miningSettings.ts'
import { randomBytes } from '../platform/random.ts'
import { warnOf } from '../platform/runtime.ts'
import { TransactionPool } from '../pool/pool.ts'
import { followChain } from '../pool/poolChain.ts'
import { asHash } from '../primitives/bytes.ts'
import type { Network } from '../protocol/networks/network.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import { defaultTraceLimits } from '../tracing/run/traceLimits.ts'
import { Traces } from '../tracing/run/traces.ts'
import type { Fork } from '../upstream/fork.ts'
import type { ForkOptions } from '../upstream/openFork.ts'
import { developmentChain } from './developmentChain.ts'
import { CallLog, type CallLogOptions } from './local/callLog/callLog.ts'
import { noContracts } from './local/callLog/contractArtifact.ts'
import { ContractNames } from './local/callLog/contractNames.ts'
import { DevelopmentControls } from './local/development/developmentControls.ts'
import { developmentPoolOptions } from './local/development/developmentOptions.ts'
import { Impersonation } from './local/development/unsignedAccounts.ts'
import { type Companion, LocalChain } from './local/localChain.ts'
import { openLocalWallet } from './local/localWallet.ts'
import { Node } from './node.ts'
import { type NodeOptions, networkFrom } from './nodeOptions.ts'
import type { BitcoinBeside } from './openPeg.ts'
import { CallIndexing } from './services/callIndexing.ts'
import { type DataHome, openDataHome } from './services/dataHome.ts'
import { NodeMining } from './services/nodeMining.ts'
import { Pruning } from './services/pruning.ts'
import { recentBlocks } from './services/recentBlocks.ts'
import { SubmittedTransactions } from './services/submittedTransactions.ts'

/** Starts a node, with the data of its folder if it has one. */
export async function openNode(given: NodeOptions = {}): Promise<Node> {
  if (given.fork !== undefined) return openForkedNode(given, given.fork)
  const { network, options: chosen } = chosenChain(given)
  const clock = new Clock(chosen.clock ?? Date.now)
  const home = openDataHome(network, chosen)
  const options = home.faults === undefined ? chosen : { ...chosen, onError: home.faults.onError }
  const bitcoin = await openBitcoin(network, home, clock, options)
  let node: Node | undefined
  try {
    node = composeOrClose(network, home, clock, options, {
      companion: bitcoin,
      openAnother: anotherOf(given),
    })
    if (bitcoin !== undefined) node.peg = await bitcoin.openPeg(node, options.onError ?? warnOf)
    if (options.peering !== undefined) {
      const { joinNetwork } = await import('./joinNetwork.ts')
      node.join(await joinNetwork(node, home, clock, options.peering, options))
    }
    return node
  } catch (error) {
    node?.close()
    bitcoin?.close()
    throw error
  }
}

async function openBitcoin(
  { isDevelopment }: Network,
  { store, folder }: DataHome,
  clock: Clock,
  { peg, flush }: NodeOptions,
): Promise<BitcoinBeside | undefined> {
  if (peg === undefined || !isDevelopment) return undefined
  try {
    const { BitcoinBeside } = await import('./openPeg.ts')
    return await BitcoinBeside.open(peg, { nowSeconds: () => clock.nowSeconds, folder, flush })
  } catch (error) {
    store.close()
    throw error
  }
}

async function openForkedNode(given: NodeOptions, forkOptions: ForkOptions): Promise<Node> {
  const { forkedChain, fundAccounts } = await import('./forkedChain.ts')
  const { network, options, fork } = await forkedChain({ ...given, fork: forkOptions })
  let node: Node | undefined
  try {
    const home = { store: fork.openStore(memoryStore()), folder: undefined }
    node = composeOrClose(network, home, new Clock(options.clock ?? Date.now), options, {
      fork,
      openAnother: anotherOf(given),
    })
    await fundAccounts(node, fork, given)
    return node
  } catch (error) {
    node?.close()
    fork.close()
    throw error
  }
}

function chosenChain(options: NodeOptions): { network: Network; options: NodeOptions } {
  const network = networkFrom(options)
  const { development } = options
  return development === undefined ? { network, options } : developmentChain(network, development, options)
}

/** Optional companions of the chain. */
interface Beside {
  readonly fork?: Fork
  readonly companion?: Companion | undefined
  readonly openAnother?: ((fork: ForkOptions | undefined) => Promise<Node>) | undefined
}

/** Only a development chain in memory can become a fork of another chain. */
function anotherOf(given: NodeOptions): Beside['openAnother'] {
  const { fork: before, ...options } = given
  if ((options.development ?? before) === undefined || options.dataFolder !== undefined) return undefined
  return (fork) =>
    openNode(fork === undefined ? options : { ...options, fork: { ...before, block: undefined, ...fork } })
}

function composeOrClose(
  network: Network,
  home: DataHome,
  clock: Clock,
  options: NodeOptions,
  beside: Beside,
): Node {
  try {
    return composeNode(network, home, clock, options, beside)
  } catch (error) {
    home.store.close()
    throw error
  }
}

function composeNode(
  network: Network,
  home: DataHome,
  clock: Clock,
  options: NodeOptions,
  { fork, companion, openAnother }: Beside,
): Node {
  const {
    onError = warnOf,
    clock: systemMs = Date.now,
    history = 'archive',
    indexCallsFrom,
    indexCallsShare: share,
  } = options
  const { store, faults } = home
  const isLocal = network.name === 'regtest' || network.isDevelopment === true
  const chain = openChain(
    {
      store,
      network,
      clock: () => clock.nowSeconds,
      onListenerError: onError,
      onMergeFailure: faults?.onMergeFailure,
      origin: fork,
    },
    {
      keepsEveryState: history === 'archive',
      recordsCalls: indexCallsFrom !== undefined,
      ...(home.folder !== undefined && { folder: { path: home.folder, flush: options.flush ?? 'commit' } }),
      ...(options.memory !== undefined && { memory: options.memory }),
    },
  )
  const startSeconds = network.isDevelopment ? options.development?.timestamp : undefined
  if (startSeconds !== undefined) clock.setTime(Math.max(startSeconds, chain.head.header.timestamp))
  const settings: AdjustableSettings = { ...miningSettings(isLocal, options) }
  const pool = openPool(chain, settings, systemMs, options, onError)
  const mode = isLocal ? (options.mining ?? { kind: 'per-transaction' }) : { kind: 'manual' as const }
  const blockMaking = new NodeMining({ chain, pool, clock, settings, mode, onError, isLocal })
  const submittedTransactions =
    options.dataFolder === undefined ? undefined : new SubmittedTransactions(store, pool, network)
  const contractNames = new ContractNames(options.artifacts ?? noContracts)
  const development = network.isDevelopment
    ? new DevelopmentControls({
        chain,
        pool,
        mining: blockMaking,
        clock,
        settings,
        impersonation: new Impersonation({
          isAutomatic: options.development?.autoImpersonate ?? false,
          clock: systemMs,
        }),
        contractNames,
        instanceId: asHash((options.random ?? randomBytes)(32)),
      })
    : undefined
  const folder = home.folder === undefined ? undefined : { path: home.folder, stamp: chainStamp(network) }
  const node = new Node(
    {
      network,
      chain,
      pool,
      data: { store, folder },
      blockMaking,
      mining: isLocal || options.coinbase !== undefined ? blockMaking : undefined,
      wallet: isLocal ? openLocalWallet(home, systemMs, options, onError) : undefined,
      local: isLocal
        ? new LocalChain({ chain, pool, mining: blockMaking, clock, submittedTransactions, companion })
        : undefined,
      development,
      fork,
      submittedTransactions,
      pruning:
        history === 'archive'
          ? undefined
          : new Pruning({ chain, store, history, nowSeconds: () => clock.nowSeconds, onError }),
      callIndexing:
        indexCallsFrom === undefined
          ? undefined
          : new CallIndexing({
              chain,
              store,
              from: indexCallsFrom,
              share,
              onError,
            }),
      traces: new Traces({ chain, limits: { ...defaultTraceLimits, ...options.traces } }),
      callLog:
        isLocal && (options.callLog !== undefined || options.artifacts !== undefined)
          ? new CallLog(
              chain,
              contractNames,
              switchable(options.callLog ?? {}, () => development?.isLogging ?? true),
            )
          : undefined,
      faults,
      peg: undefined,
      peers: undefined,
    },
    openAnother,
  )
  submittedTransactions?.restore()
  if (isLocal) blockMaking.miner.start()
  return node
}

const switchable = ({ onLine, onConsole, ...log }: CallLogOptions, isOn: () => boolean): CallLogOptions => {
  const whileOn = (listener: (text: string) => void) => (text: string) => {
    if (isOn()) listener(text)
  }
  return {
    ...log,
    ...(onLine && { onLine: whileOn(onLine) }),
    ...(onConsole && { onConsole: whileOn(onConsole) }),
  }
}

/** The rate limit is off on a local chain, where consecutive large deployments would exceed it. */
function openPool(
  chain: Chain,
  settings: MiningSettings,
  clock: () => number,
  options: NodeOptions,
  onError: (error: unknown) => void,
): TransactionPool {
  return new TransactionPool({
    chain: followChain(chain, chain.network.isDevelopment ? settings : undefined),
    clock,
    options: {
      limitAccountRate: chain.network.name !== 'regtest' && chain.network.isDevelopment !== true,
      ...(chain.network.isDevelopment && developmentPoolOptions),
      ...options.pool,
    },
    recentBlocks: recentBlocks(chain, onError),
    ...(options.gasPrices && { gasPriceOptions: options.gasPrices }),
  })
}

function miningSettings(isLocal: boolean, options: NodeOptions): MiningSettings {
  const { coinbase = localMiningSettings.coinbase, gasLimitTarget, minimumGasPriceTarget } = options
  return {
    ...(isLocal ? { ...localMiningSettings, coinbase } : publicMiningSettings(coinbase)),
    ...(gasLimitTarget !== undefined && { gasLimitTarget }),
    ...(minimumGasPriceTarget !== undefined && { minimumGasPriceTarget }),
  }
}
