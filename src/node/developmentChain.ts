import { join } from '../platform/paths.ts'
import { signedBytes } from '../primitives/integers.ts'
import type { Allocation, Network } from '../protocol/networks/network.ts'
import { StoreError } from '../store/errors.ts'
import { type DevelopmentAccount, developmentAccounts } from './local/development/developmentAccounts.ts'
import {
  type DevelopmentOptions,
  defaultBalance,
  developmentGasLimit,
} from './local/development/developmentOptions.ts'
import { storedStart, storeStart } from './local/development/firstBlockFile.ts'
import { predeployedContracts } from './local/development/predeployedContracts.ts'
import type { NodeOptions } from './nodeOptions.ts'
import { developmentFolder } from './services/dataHome.ts'

interface DevelopmentChain {
  readonly network: Network
  /** The options with the keys of the accounts and the values that every block has. */
  readonly options: NodeOptions
}

/** What `openNode` opens for a development chain on this network's rules. */
export function developmentChain(
  base: Network,
  development: DevelopmentOptions,
  options: NodeOptions,
): DevelopmentChain {
  const { accountSeeds, dataFolder, clock = Date.now } = options
  const { gasLimitTarget = developmentGasLimit, minimumGasPriceTarget = 0n } = options
  const accounts = developmentAccounts(development, accountSeeds)
  const chosen = development.timestamp ?? development.genesisTimestamp
  const { chainId = base.chainId } = development
  const timestamp = firstTimestamp(dataFolder, chosen ?? Math.floor(clock() / 1000), chainId)
  return {
    network: developmentNetwork(base, {
      ...development,
      accounts,
      timestamp,
      gasLimit: gasLimitTarget,
      minimumGasPrice: minimumGasPriceTarget,
    }),
    options: {
      ...options,
      accountSeeds: [],
      knownAccounts: accounts,
      gasLimitTarget,
      minimumGasPriceTarget,
    },
  }
}

/**
 * The timestamp of the first block. A chain in a folder keeps the one that it was started with, so that a restart finds
 * the same first block. Throws `StoreError` for the folder of a chain with another id, which does not show in its first block.
 */
function firstTimestamp(dataFolder: string | undefined, present: number, chainId: number): number {
  if (dataFolder === undefined) return present
  const folder = join(dataFolder, developmentFolder)
  const { timestamp, chainId: stored = chainId } = storedStart(folder)
  if (stored !== chainId) {
    const problem = `${folder} holds a chain with the id ${stored}, not ${chainId}`
    throw new StoreError('other-network', `${problem}: choose this id, or another folder`)
  }
  if (timestamp !== undefined) return timestamp
  storeStart(folder, { timestamp: present, chainId })
  return present
}

interface DevelopmentGenesis
  extends Pick<DevelopmentOptions, 'balance' | 'chainId' | 'allocations' | 'codeSizeLimit' | 'skipRemasc'> {
  readonly accounts: readonly DevelopmentAccount[]
  readonly timestamp: number
  readonly gasLimit: bigint
  readonly minimumGasPrice: bigint
}

/** The account of the Bridge, which holds all coins that are not pegged in. */
const bridgeOnly = ({ genesis }: Network): readonly Allocation[] => genesis.allocations.slice(0, 1)

/** A local chain of its own: Rootstock's rules from a first block that a developer chooses. */
function developmentNetwork(
  network: Network,
  {
    accounts,
    balance = defaultBalance,
    allocations = [],
    chainId,
    codeSizeLimit,
    skipRemasc = false,
    timestamp,
    gasLimit,
    minimumGasPrice,
  }: DevelopmentGenesis,
): Network {
  return {
    ...network,
    chainId: chainId ?? network.chainId,
    isDevelopment: true,
    codeSizeLimit,
    ...(skipRemasc && { hidesRemascFrom: 0 }),
    genesis: {
      ...network.genesis,
      allocations: [
        ...bridgeOnly(network),
        ...predeployedContracts.map(({ address, code }) => ({ address, balance: 0n, nonce: 1n, code })),
        ...accounts.map(({ address }) => ({ address, balance })),
        ...allocations,
      ],
      timestamp,
      gasLimit: signedBytes(gasLimit),
      minimumGasPrice,
    },
  }
}
