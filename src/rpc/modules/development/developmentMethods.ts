import { alsoNamed, type Method } from '../../method/method.ts'
import { debugGetRawTransaction } from '../debug/getRaw.ts'
import { evmIncreaseTime } from '../evm/increaseTime.ts'
import { evmSetNextBlockTimestamp } from '../evm/setNextBlockTimestamp.ts'
import { evmRevert, evmSnapshot } from '../evm/snapshot.ts'
import { pegMethods } from '../peg/pegMethods.ts'
import { personalEcRecover } from '../personal/ecRecover.ts'
import { evmAddAccount, evmRemoveAccount } from './addAccount.ts'
import { anvilGetAutomine, evmSetAutomine, minerStart, minerStop } from './automine.ts'
import {
  anvilRemoveBlockTimestampInterval,
  anvilSetBlockTimestampInterval,
  hardhatSetBlockTimestampInterval,
} from './blockTimestampInterval.ts'
import {
  anvilDropAllTransactions,
  anvilDropTransaction,
  anvilRemovePoolTransactions,
} from './dropTransaction.ts'
import { anvilDumpState, anvilLoadState } from './dumpState.ts'
import {
  anvilAddBalance,
  anvilSetBalance,
  anvilSetCode,
  anvilSetNonce,
  anvilSetStorageAt,
} from './editAccount.ts'
import {
  anvilSetCoinbase,
  anvilSetMinGasPrice,
  anvilSetNextBlockBaseFeePerGas,
  evmSetBlockGasLimit,
  hardhatSetPrevRandao,
} from './editNextBlock.ts'
import { anvilDealErc20, anvilSetErc20Allowance } from './erc20.ts'
import { devGetContract } from './getContract.ts'
import {
  anvilAutoImpersonateAccount,
  anvilImpersonateAccount,
  anvilStopImpersonatingAccount,
} from './impersonateAccount.ts'
import { anvilGetIntervalMining, evmSetIntervalMining } from './intervalMining.ts'
import { hardhatMetadata } from './metadata.ts'
import { anvilMine, evmMineDetailed } from './mine.ts'
import { anvilNodeInfo } from './nodeInfo.ts'
import { anvilReorg } from './reorg.ts'
import { anvilReset } from './reset.ts'
import { anvilRollback } from './rollback.ts'
import { ethSendUnsignedTransaction } from './sendUnsignedTransaction.ts'
import { anvilSetChainId } from './setChainId.ts'
import { anvilSetLoggingEnabled } from './setLoggingEnabled.ts'
import { anvilSetRpcUrl } from './setRpcUrl.ts'
import { evmSetTime } from './setTime.ts'

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
  devGetContract,
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
