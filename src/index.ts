/* The public interface of the package. */

export type { Chain } from './chain/chain.ts'
export type { Reorganisation } from './chain/importing/events.ts'
export type { StoredBlock } from './chain/storage/storedBlock.ts'
export { createNode } from './library/createNode.ts'
export type { CreateNodeOptions } from './library/createNodeOptions.ts'
export { LocalNode, type MineOptions } from './library/localNode.ts'
export type { NodeEvents, ProviderMessage, RequestArguments } from './library/providerTypes.ts'
export { ProviderRpcError } from './node/providerRpcError.ts'
export type { UpgradeSchedule } from './protocol/networks/upgradeSchedule.ts'
export type { Transaction } from './protocol/transactions/transaction.ts'
export type { ErrorDialect } from './rpc/method/context.ts'
