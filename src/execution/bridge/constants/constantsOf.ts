import type { Network } from '../../../protocol/networks/network.ts'
import { NotImplementedByThisVersion } from '../notImplemented.ts'
import type { BridgeConstants } from './bridgeConstants.ts'
import { mainnetBridge } from './mainnet.ts'
import { regtestBridge } from './regtest.ts'
import { testnetBridge } from './testnet.ts'

/** The reference node defines no federation for devnet, so no answer of its Bridge could be right. */
export function constantsOf({ name }: Pick<Network, 'name'>): BridgeConstants {
  if (name === 'mainnet') return mainnetBridge
  if (name === 'testnet') return testnetBridge
  if (name === 'regtest') return regtestBridge
  throw new NotImplementedByThisVersion(`the ${name} constants`)
}
