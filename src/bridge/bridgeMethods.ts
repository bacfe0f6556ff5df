import { bitcoinChainMethods } from './methods/bitcoinChain.ts'
import type { BridgeMethod } from './methods/bridgeMethod.ts'
import { federationMethods, federationVoteMethods } from './methods/federation.ts'
import { governanceMethods } from './methods/governance.ts'
import { peginMethods } from './methods/pegin.ts'
import { pegoutMethods } from './methods/pegout.ts'
import { stateMethods } from './methods/states.ts'
import { unionBridgeMethods } from './methods/unionBridge.ts'

/** Every method that the Bridge has or had. */
export const bridgeMethods: readonly BridgeMethod[] = [
  ...bitcoinChainMethods,
  ...peginMethods,
  ...pegoutMethods,
  ...federationMethods,
  ...federationVoteMethods,
  ...governanceMethods,
  ...unionBridgeMethods,
  ...stateMethods,
]
