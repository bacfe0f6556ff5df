import type { BridgeConstants } from './bridgeConstants.ts'
import { devnetGenesis } from './genesisFederations.ts'
import { testnetBridge } from './testnet.ts'

export const devnetBridge: BridgeConstants = {
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
