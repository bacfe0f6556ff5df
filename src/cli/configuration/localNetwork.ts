import type { NetworkName } from '../../protocol/networks/networkName.ts'

/** Whether the network is the local chain. */
export const isLocal = (network: NetworkName): boolean => network === 'regtest'
