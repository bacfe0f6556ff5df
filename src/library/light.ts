/* The public interface of `cambium/light`. */

export { ProviderRpcError } from '../node/providerRpcError.ts'
export { createLightClient } from './createLightClient.ts'
export type { Address, Hash, Hex } from './hexTypes.ts'
export type {
  LightAnswer,
  LightBlock,
  LightClient,
  LightClientOptions,
  LightEndpoint,
  LightEvents,
  LightListening,
  LightProgress,
  LightReorganisation,
  LightStatus,
} from './lightClientTypes.ts'
export type {
  NodeParameters,
  NodeRequest,
  NodeRpcSchema,
  ProviderMessage,
  RequestArguments,
} from './providerTypes.ts'
