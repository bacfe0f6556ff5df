import type { Method } from '../../method/method.ts'
import { debugGetRawTransaction } from '../debug/getRawTransaction.ts'
import { evmIncreaseTime } from '../evm/increaseTime.ts'
import { evmRevert } from '../evm/revert.ts'
import { evmSetNextBlockTimestamp } from '../evm/setNextBlockTimestamp.ts'
import { evmSnapshot } from '../evm/snapshot.ts'
import { pegMethods } from '../peg/pegMethods.ts'
import { personalEcRecover } from '../personal/ecRecover.ts'
import { evmAddAccount } from './addAccount.ts'
import { anvilAddBalance } from './addBalance.ts'
import { anvilAutoImpersonateAccount } from './autoImpersonateAccount.ts'
import { anvilDealErc20 } from './dealErc20.ts'
import { anvilDropAllTransactions } from './dropAllTransactions.ts'
import { anvilDropTransaction } from './dropTransaction.ts'
import { anvilDumpState } from './dumpState.ts'
import { anvilGetAutomine } from './getAutomine.ts'
import { anvilGetIntervalMining } from './getIntervalMining.ts'
import { anvilImpersonateAccount } from './impersonateAccount.ts'
import { anvilLoadState } from './loadState.ts'
import { hardhatMetadata } from './metadata.ts'
import { anvilMine } from './mine.ts'
import { evmMineDetailed } from './mineDetailed.ts'
import { minerStart } from './minerStart.ts'
import { minerStop } from './minerStop.ts'
import { anvilNodeInfo } from './nodeInfo.ts'

import { evmRemoveAccount } from './removeAccount.ts'
import { anvilRemoveBlockTimestampInterval } from './removeBlockTimestampInterval.ts'
import { anvilRemovePoolTransactions } from './removePoolTransactions.ts'
import { anvilReorg } from './reorg.ts'
import { anvilReset } from './reset.ts'
import { anvilRollback } from './rollback.ts'
import { ethSendUnsignedTransaction } from './sendUnsignedTransaction.ts'
import { evmSetAutomine } from './setAutomine.ts'
import { anvilSetBalance } from './setBalance.ts'
import { evmSetBlockGasLimit } from './setBlockGasLimit.ts'
import {
  anvilSetBlockTimestampInterval,
  hardhatSetBlockTimestampInterval,
} from './setBlockTimestampInterval.ts'
import { anvilSetChainId } from './setChainId.ts'
import { anvilSetCode } from './setCode.ts'
import { anvilSetCoinbase } from './setCoinbase.ts'
import { anvilSetErc20Allowance } from './setErc20Allowance.ts'
import { evmSetIntervalMining } from './setIntervalMining.ts'
import { anvilSetLoggingEnabled } from './setLoggingEnabled.ts'
import { anvilSetMinGasPrice } from './setMinGasPrice.ts'
import { anvilSetNextBlockBaseFeePerGas } from './setNextBlockBaseFeePerGas.ts'
import { anvilSetNonce } from './setNonce.ts'
import { hardhatSetPrevRandao } from './setPrevRandao.ts'
import { anvilSetRpcUrl } from './setRpcUrl.ts'
import { anvilSetStorageAt } from './setStorageAt.ts'
import { evmSetTime } from './setTime.ts'
import { anvilStopImpersonatingAccount } from './stopImpersonatingAccount.ts'

/** A method of every local chain under the name that it has besides on a development chain. */
const alsoNamed = (method: Method, name: string): Method => ({ ...method, name, aliases: [] })

/** The helpers of Anvil, Hardhat and Ganache, which exist on development chains only. */
export const developmentMethods: readonly Method[] = [
  evmAddAccount,
  evmRemoveAccount,
  anvilAddBalance,
  anvilAutoImpersonateAccount,
  anvilDealErc20,
  anvilDropAllTransactions,
  anvilDropTransaction,
  anvilDumpState,
  anvilLoadState,
  anvilGetAutomine,
  anvilGetIntervalMining,
  anvilImpersonateAccount,
  hardhatMetadata,
  anvilMine,
  evmMineDetailed,
  minerStart,
  minerStop,
  anvilNodeInfo,
  anvilRemoveBlockTimestampInterval,
  anvilRemovePoolTransactions,
  anvilReorg,
  anvilReset,
  anvilRollback,
  ethSendUnsignedTransaction,
  evmSetAutomine,
  anvilSetBalance,
  evmSetBlockGasLimit,
  anvilSetBlockTimestampInterval,
  hardhatSetBlockTimestampInterval,
  anvilSetChainId,
  anvilSetCode,
  anvilSetCoinbase,
  anvilSetErc20Allowance,
  evmSetIntervalMining,
  anvilSetLoggingEnabled,
  anvilSetMinGasPrice,
  anvilSetNextBlockBaseFeePerGas,
  anvilSetNonce,
  hardhatSetPrevRandao,
  anvilSetRpcUrl,
  anvilSetStorageAt,
  evmSetTime,
  anvilStopImpersonatingAccount,
  personalEcRecover,
  alsoNamed(debugGetRawTransaction, 'eth_getRawTransactionByHash'),
  alsoNamed(evmIncreaseTime, 'anvil_increaseTime'),
  alsoNamed(evmRevert, 'anvil_revert'),
  alsoNamed(evmSetNextBlockTimestamp, 'anvil_setNextBlockTimestamp'),
  alsoNamed(evmSnapshot, 'anvil_snapshot'),
  ...pegMethods,
]
