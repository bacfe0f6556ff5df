import type { Network } from '../protocol/networks/network.ts'
import { checkDevelopmentOptions } from './local/development/checkDevelopmentOptions.ts'
import { developmentKeys } from './local/development/developmentAccounts.ts'
import { developmentNetwork } from './local/development/developmentNetwork.ts'
import { type DevelopmentOptions, developmentGasLimit } from './local/development/developmentOptions.ts'
import { firstTimestamp } from './local/development/firstTimestamp.ts'
import type { NodeOptions } from './nodeOptions.ts'

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
  checkDevelopmentOptions(development)
  const { accountSeeds, privateKeys = [], dataFolder, clock = Date.now } = options
  const { gasLimitTarget = developmentGasLimit, minimumGasPriceTarget = 0n } = options
  const keys = developmentKeys(development, accountSeeds)
  const chosen = development.timestamp ?? development.genesisTimestamp
  const { chainId = base.chainId } = development
  const timestamp = firstTimestamp(dataFolder, chosen ?? Math.floor(clock() / 1000), chainId)
  return {
    network: developmentNetwork(base, {
      ...development,
      keys,
      timestamp,
      gasLimit: gasLimitTarget,
      minimumGasPrice: minimumGasPriceTarget,
    }),
    options: {
      ...options,
      accountSeeds: [],
      privateKeys: [...keys, ...privateKeys],
      gasLimitTarget,
      minimumGasPriceTarget,
    },
  }
}
