/* The public interface of the package. */

export type {
  ChainBlock,
  ChainEvents,
  ChainLog,
  ChainReceipt,
  ChainReorganisation,
  ChainTransaction,
  ChainView,
} from './library/chainTypes.ts'
export { createNode } from './library/createNode.ts'
export type {
  CreateNodeOptions,
  ForkLimits,
  ForkOptions,
  GasPriceOptions,
  GenesisAccount,
  PegOptions,
  PoolOptions,
  TraceOptions,
  UpgradeHeights,
  UpgradeLists,
} from './library/createNodeOptions.ts'
export type { Address, Hash, Hex } from './library/hexTypes.ts'
export type {
  ListeningNode,
  ListenOptions,
  LocalAccount,
  LocalNode,
  MineOptions,
  NodeListening,
} from './library/localNode.ts'
export type {
  RpcBlock,
  RpcHeader,
  RpcLog,
  RpcMethods,
  RpcReceipt,
  RpcTransaction,
} from './library/methodTypes.ts'
export type {
  NodeEvents,
  NodeParameters,
  NodeRequest,
  NodeRpcSchema,
  ProviderMessage,
  RequestArguments,
} from './library/providerTypes.ts'
export { ProviderRpcError } from './node/providerRpcError.ts'
