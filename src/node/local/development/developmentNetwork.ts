import { signedBytes } from '../../../primitives/integers.ts'
import type { Allocation, Network } from '../../../protocol/networks/network.ts'
import { accountOf } from '../../../wallet/privateKey.ts'
import { type DevelopmentOptions, defaultBalance } from './developmentOptions.ts'
import { predeployedContracts } from './predeployedContracts.ts'

export interface DevelopmentGenesis
  extends Pick<DevelopmentOptions, 'balance' | 'chainId' | 'allocations' | 'codeSizeLimit'> {
  readonly keys: readonly Uint8Array[]
  readonly timestamp: number
  readonly gasLimit: bigint
  readonly minimumGasPrice: bigint
}

/** The account of the Bridge, which holds all coins that are not pegged in. */
const bridgeOnly = ({ genesis }: Network): readonly Allocation[] => genesis.allocations.slice(0, 1)

/** A local chain of its own: Rootstock's rules from a first block that a developer chooses. */
export function developmentNetwork(
  network: Network,
  {
    keys,
    balance = defaultBalance,
    allocations = [],
    chainId,
    codeSizeLimit,
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
