import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolders } from '../primitives/createFolders.ts'
import { signedBytes } from '../primitives/integers.ts'
import type { Allocation, Network } from '../protocol/networks/network.ts'
import { StoreError } from '../store/errors.ts'
import { accountOf } from '../wallet/privateKey.ts'
import { developmentKeys } from './local/development/developmentAccounts.ts'
import {
  type DevelopmentOptions,
  defaultBalance,
  developmentGasLimit,
} from './local/development/developmentOptions.ts'
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

const fileName = 'first-block.json'

/**
 * The timestamp of the first block. A chain in a folder keeps the one that it was started with, so that a restart finds
 * the same first block. Throws `StoreError` for the folder of a chain with another id, which does not show in its first block.
 */
function firstTimestamp(dataFolder: string | undefined, present: number, chainId: number): number {
  if (dataFolder === undefined) return present
  const folder = join(dataFolder, developmentFolder)
  const path = join(folder, fileName)
  const { timestamp, chainId: stored = chainId } = storedStart(path)
  if (stored !== chainId) {
    const problem = `${folder} holds a chain with the id ${stored}, not ${chainId}`
    throw new StoreError('other-network', `${problem}: choose this id, or another folder`)
  }
  if (timestamp !== undefined) return timestamp
  createFolders(folder)
  writeFileSync(path, `${JSON.stringify({ timestamp: present, chainId })}\n`)
  return present
}

interface StoredStart {
  readonly timestamp?: number | undefined
  /** Undefined in folders of earlier versions. */
  readonly chainId?: number | undefined
}

/** Empty when the file is missing or damaged; the first block then differs from the folder's stamp, and opening fails. */
function storedStart(path: string): StoredStart {
  try {
    const { timestamp, chainId }: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
    return { timestamp: wholeNumber(timestamp), chainId: wholeNumber(chainId) }
  } catch {
    return {}
  }
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

interface DevelopmentGenesis
  extends Pick<DevelopmentOptions, 'balance' | 'chainId' | 'allocations' | 'codeSizeLimit' | 'skipRemasc'> {
  readonly keys: readonly Uint8Array[]
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
    keys,
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
        ...keys.map((key) => ({ address: accountOf(key), balance })),
        ...allocations,
      ],
      timestamp,
      gasLimit: signedBytes(gasLimit),
      minimumGasPrice,
    },
  }
}
