import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import type { BridgeConstants } from './bridgeConstants.ts'
import { devnetGenesis } from './genesisFederations.ts'
import { mainnetBridge } from './mainnet.ts'
import { regtestBridge } from './regtest.ts'
import { testnetBridge } from './testnet.ts'

const devnetBridge: BridgeConstants = {
  ...testnetBridge,
  fixedErpScript: undefined,
  genesisFederation: devnetGenesis,
  authorisers: {
    ...testnetBridge.authorisers,
    federationChange: [],
    feePerKb: [],
    lockingCap: [],
    whitelist: [],
  },
}

const constants: Readonly<Record<NetworkName, BridgeConstants>> = {
  mainnet: mainnetBridge,
  testnet: testnetBridge,
  devnet: devnetBridge,
  regtest: regtestBridge,
}

export function constantsOf(network: Network): BridgeConstants {
  if (!network.isDevelopment || network.name !== 'regtest') return constants[network.name]
  return developmentConstants(network)
}

/**
 * The first federation of regtest uses segregated witness and could not spend under rules before RSKIP305. On a
 * development chain it therefore has a format that the rules know.
 */
const developmentConstants = rememberedByObject((network: Network): BridgeConstants => {
  const { rskip305, rskip353 } = rulesAt(network, 1)
  if (rskip305) return regtestBridge
  const format = rskip353 ? 'p2sh-erp' : 'standard'
  return { ...regtestBridge, genesisFederation: { ...regtestBridge.genesisFederation, format } }
})
