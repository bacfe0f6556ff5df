import type { Network } from '../../protocol/networks/network.ts'
import type { NetworkName } from '../../protocol/networks/networkName.ts'
import type { BridgeConstants } from './bridgeConstants.ts'
import { devnetBridge } from './devnet.ts'
import { mainnetBridge } from './mainnet.ts'
import { regtestBridge } from './regtest.ts'
import { testnetBridge } from './testnet.ts'

const constants: Readonly<Record<NetworkName, BridgeConstants>> = {
  mainnet: mainnetBridge,
  testnet: testnetBridge,
  devnet: devnetBridge,
  regtest: regtestBridge,
}

export const constantsOf = ({ name }: Pick<Network, 'name'>): BridgeConstants => constants[name]
