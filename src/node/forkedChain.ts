import { gasLimitOf } from '../protocol/headers/header.ts'
import { networks } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { withSchedule } from '../protocol/networks/upgradeSchedule.ts'
import type { Fork } from '../upstream/fork.ts'
import { openFork } from '../upstream/openFork.ts'
import { developmentAccounts } from './local/development/developmentAccounts.ts'
import { type DevelopmentOptions, defaultBalance } from './local/development/developmentOptions.ts'
import type { Node } from './node.ts'
import type { NodeOptions } from './nodeOptions.ts'

/** A fork that is open, and what `openNode` opens on top of it. */
interface ForkedChain {
  readonly network: Network
  readonly options: NodeOptions
  readonly fork: Fork
}

/** The options name a combination that a fork does not have. */
class ForkOptionsError extends RangeError {
  override readonly name = 'ForkOptionsError'
}

/** Blocks of a fork are mined on a processor, so their difficulty is that of the local chain. */
const forkDifficulty = 1n

/** Opens the fork that the options ask for. Rejects with an `UpstreamError`. */
export async function forkedChain(
  options: NodeOptions & Required<Pick<NodeOptions, 'fork'>>,
): Promise<ForkedChain> {
  const { development = {}, upgrades, accountSeeds, dataFolder } = options
  if (dataFolder !== undefined) {
    throw new ForkOptionsError(
      'a fork is kept in memory: leave out the data folder; what it fetches is cached by itself',
    )
  }
  const fork = await openFork(options.fork, (chainId) => forkNetwork(chainId, development, upgrades))
  const { header } = fork
  return {
    fork,
    network: development.skipRemasc ? { ...fork.network, hidesRemascFrom: header.number + 1 } : fork.network,
    options: {
      ...options,
      development,
      accountSeeds: [],
      knownAccounts: developmentAccounts(development, accountSeeds),
      gasLimitTarget: options.gasLimitTarget ?? gasLimitOf(header),
      minimumGasPriceTarget: options.minimumGasPriceTarget ?? header.minimumGasPrice ?? 0n,
    },
  }
}

/** The rules of the origin, as a development chain. A chain id of no public network has those of the local chain. */
function forkNetwork(
  chainId: number,
  { chainId: ownChainId, codeSizeLimit }: DevelopmentOptions,
  upgrades: NodeOptions['upgrades'],
): Network {
  const base = Object.values(networks).find((network) => network.chainId === chainId) ?? networks.regtest
  const scheduled = upgrades === undefined ? base : withSchedule(base, upgrades)
  return {
    ...scheduled,
    chainId: ownChainId ?? chainId,
    isDevelopment: true,
    codeSizeLimit,
    // The clock of a developer may be moved, and no block of a fork reaches another node.
    maximumFutureSeconds: 0,
    ...(base.name !== 'regtest' && { forkDifficulty }),
  }
}

/** Gives the accounts of the development chain their balance, and adds those that the developer listed. */
export async function fundAccounts(node: Node, fork: Fork, keyed: NodeOptions): Promise<void> {
  const { development = {} } = keyed
  const { balance = defaultBalance, allocations = [] } = development
  const accounts = [
    ...developmentAccounts(development, keyed.accountSeeds).map(({ address }) => ({ address, balance })),
    ...allocations,
  ]
  if (accounts.length === 0) return
  const { chain } = node
  await fork.prepare(() => {
    const state = chain.stateAt('latest')!
    for (const { address } of accounts) state.balance(address)
  })
  chain.editHead((state) => {
    for (const { address, balance: wanted } of accounts) {
      state.addBalance(address, wanted - state.balance(address))
    }
    for (const { address, nonce, code, storage = [] } of allocations) {
      if (nonce !== undefined) state.setNonce(address, nonce)
      if (code !== undefined) {
        state.markContract(address)
        state.saveCode(address, code)
      }
      for (const { cell, value } of storage) state.setStorage(address, cell, value)
    }
  })
}
