import type { NetworkName } from '../../protocol/networks/upgrades.ts'

/** Whether the network is the local chain. */
export const isLocal = (network: NetworkName): boolean => network === 'regtest'
