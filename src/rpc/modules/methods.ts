import type { Method } from '../method/method.ts'
import { adminNodeInfo } from './admin/nodeInfo.ts'
import { adminPeers } from './admin/peers.ts'
import { dataBlocks } from './data/blocks.ts'
import { dataHeads } from './data/heads.ts'
import { debugAccountRange } from './debug/accountRange.ts'
import { debugAccountTransactionQuota } from './debug/accountTransactionQuota.ts'
import { debugCodeByHash } from './debug/codeByHash.ts'
import { debugGetBadBlocks } from './debug/getBadBlocks.ts'
import {
  debugGetRawBlock,
  debugGetRawHeader,
  debugGetRawReceipts,
  debugGetRawTransaction,
} from './debug/getRaw.ts'
import { debugIntermediateRoots } from './debug/intermediateRoots.ts'
import { debugStorageRangeAt } from './debug/storageRangeAt.ts'
import { debugTraceBlock, debugTraceBlockByHash, debugTraceBlockByNumber } from './debug/traceBlock.ts'
import { debugTraceCall } from './debug/traceCall.ts'
import { debugTraceTransaction } from './debug/traceTransaction.ts'
import { debugWireProtocolQueueSize } from './debug/wireProtocolQueueSize.ts'
import { erigonGetHeaderByNumber } from './erigon/getHeaderByNumber.ts'
import { erigonGetLatestLogs } from './erigon/getLatestLogs.ts'
import { erigonGetLogsByHash } from './erigon/getLogsByHash.ts'
import { ethAccounts, ethRequestAccounts } from './eth/accounts.ts'
import { ethBlobBaseFee } from './eth/blobBaseFee.ts'
import { ethBlockNumber } from './eth/blockNumber.ts'
import { ethBridgeState } from './eth/bridgeState.ts'
import { ethCall } from './eth/call.ts'
import { ethCallMany } from './eth/callMany.ts'
import { ethCapabilities } from './eth/capabilities.ts'
import { ethChainId } from './eth/chainId.ts'
import { ethCoinbase } from './eth/coinbase.ts'
import { ethConfig } from './eth/config.ts'
import { ethCreateAccessList } from './eth/createAccessList.ts'
import { ethEstimateGas } from './eth/estimateGas.ts'
import { ethFeeHistory } from './eth/feeHistory.ts'
import { ethFillTransaction } from './eth/fillTransaction.ts'
import { ethGasPrice, ethMaxPriorityFeePerGas } from './eth/gasPrice.ts'
import { ethGetAccount, ethGetAccountInfo } from './eth/getAccount.ts'
import { ethGetBalance } from './eth/getBalance.ts'
import { ethGetBlockByHash, ethGetBlockByNumber } from './eth/getBlock.ts'
import { ethGetBlockReceipts } from './eth/getBlockReceipts.ts'
import {
  ethGetBlockTransactionCountByHash,
  ethGetBlockTransactionCountByNumber,
} from './eth/getBlockTransactionCount.ts'
import { ethGetCode } from './eth/getCode.ts'
import { ethGetFilterChanges, ethGetFilterLogs } from './eth/getFilter.ts'
import { ethGetHeaderByHash, ethGetHeaderByNumber } from './eth/getHeader.ts'
import { ethGetLogs } from './eth/getLogs.ts'
import { ethGetProof } from './eth/getProof.ts'
import { ethGetStorageAt, ethGetStorageValues } from './eth/getStorage.ts'
import {
  ethGetRawTransactionByBlockHashAndIndex,
  ethGetRawTransactionByBlockNumberAndIndex,
  ethGetTransactionByBlockHashAndIndex,
  ethGetTransactionByBlockNumberAndIndex,
} from './eth/getTransactionByBlockAndIndex.ts'
import { ethGetTransactionByHash } from './eth/getTransactionByHash.ts'
import { ethGetTransactionBySenderAndNonce } from './eth/getTransactionBySenderAndNonce.ts'
import { ethGetTransactionCount } from './eth/getTransactionCount.ts'
import { ethGetTransactionReceipt } from './eth/getTransactionReceipt.ts'
import {
  ethGetUncleByBlockHashAndIndex,
  ethGetUncleByBlockNumberAndIndex,
  ethGetUncleCountByBlockHash,
  ethGetUncleCountByBlockNumber,
} from './eth/getUncle.ts'
import { ethHashrate, ethNetHashrate, ethSubmitHashrate } from './eth/hashrate.ts'
import { ethMining } from './eth/mining.ts'
import { ethNewBlockFilter, ethNewFilter, ethNewPendingTransactionFilter } from './eth/newFilter.ts'
import { ethPendingTransactions } from './eth/pendingTransactions.ts'
import { ethProtocolVersion, rskProtocolVersion } from './eth/protocolVersion.ts'
import { ethSendRawTransaction, ethSendRawTransactionSync } from './eth/sendRawTransaction.ts'
import { ethSendTransaction, ethSendTransactionSync } from './eth/sendTransaction.ts'
import { ethSign, ethSignTransaction, ethSignTypedData, ethSignTypedDataV4 } from './eth/sign.ts'
import { ethSimulateV1 } from './eth/simulateV1.ts'
import { ethSubscribe, ethUnsubscribe } from './eth/subscribe.ts'
import { ethSyncing } from './eth/syncing.ts'
import { ethUninstallFilter } from './eth/uninstallFilter.ts'
import { ethGetWork, ethSubmitWork } from './eth/work.ts'
import { evmIncreaseTime } from './evm/increaseTime.ts'
import { evmMine } from './evm/mine.ts'
import { evmReset } from './evm/reset.ts'
import { evmSetNextBlockTimestamp } from './evm/setNextBlockTimestamp.ts'
import { evmRevert, evmSnapshot } from './evm/snapshot.ts'
import { evmStartMining, evmStopMining } from './evm/startMining.ts'
import { mnrGetWork } from './mnr/getWork.ts'
import {
  mnrSubmitBitcoinBlock,
  mnrSubmitBitcoinBlockPartialMerkle,
  mnrSubmitBitcoinBlockTransactions,
} from './mnr/submitBitcoinBlock.ts'
import { netListening } from './net/listening.ts'
import { netPeerCount, netPeerList } from './net/peers.ts'
import { netVersion } from './net/version.ts'
import {
  otsGetInternalOperations,
  otsGetTransactionError,
  otsTraceTransaction,
} from './ots/exploreTransaction.ts'
import { otsGetApiLevel } from './ots/getApiLevel.ts'
import { otsGetBlockDetails, otsGetBlockDetailsByHash } from './ots/getBlockDetails.ts'
import { otsGetBlockTransactions } from './ots/getBlockTransactions.ts'
import { otsGetContractCreator } from './ots/getContractCreator.ts'
import { otsGetTransactionBySenderAndNonce } from './ots/getTransactionBySenderAndNonce.ts'
import { otsHasCode } from './ots/hasCode.ts'
import { otsSearchTransactionsAfter, otsSearchTransactionsBefore } from './ots/searchTransactions.ts'
import { personalListAccounts } from './personal/listAccounts.ts'
import { personalNewAccount, personalNewAccountWithSeed } from './personal/newAccount.ts'
import { personalDumpRawKey, personalImportRawKey } from './personal/rawKey.ts'
import { personalSendTransaction } from './personal/sendTransaction.ts'
import { personalSign } from './personal/sign.ts'
import { personalLockAccount, personalUnlockAccount } from './personal/unlockAccount.ts'
import { rpcDiscover } from './rpc/discover.ts'
import { rpcModules } from './rpc/modules.ts'
import {
  rskGetRawBlockHeaderByHash,
  rskGetRawBlockHeaderByNumber,
  rskGetRawTransactionReceiptByHash,
} from './rsk/getRaw.ts'
import { rskGetStorageBytesAt } from './rsk/getStorageBytesAt.ts'
import { rskGetTransactionReceiptNodesByHash } from './rsk/getTransactionReceiptNodesByHash.ts'
import { rskUpgrades } from './rsk/upgrades.ts'
import { scoBanAddress, scoBannedAddresses, scoUnbanAddress } from './sco/banAddress.ts'
import { scoClearPeerScoring } from './sco/clearPeerScoring.ts'
import { scoPeerList } from './sco/peerList.ts'
import { scoReputationSummary } from './sco/reputationSummary.ts'
import { traceBlock } from './trace/block.ts'
import { traceCall } from './trace/call.ts'
import { traceCallMany } from './trace/callMany.ts'
import { traceFilter } from './trace/filter.ts'
import { traceGet } from './trace/get.ts'
import { traceRawTransaction } from './trace/rawTransaction.ts'
import { traceReplayBlockTransactions, traceReplayTransaction } from './trace/replay.ts'
import { traceTransaction } from './trace/transaction.ts'
import { txpoolContent, txpoolContentFrom, txpoolInspect } from './txpool/content.ts'
import { txpoolStatus } from './txpool/status.ts'
import { web3ClientVersion } from './web3/clientVersion.ts'
import { web3Sha3 } from './web3/sha3.ts'

/** Every method of this node. */
export const methods: readonly Method[] = [
  web3ClientVersion,
  web3Sha3,
  netListening,
  netPeerCount,
  netPeerList,
  netVersion,
  rpcModules,
  ethAccounts,
  ethBlobBaseFee,
  ethCapabilities,
  ethConfig,
  ethBlockNumber,
  ethBridgeState,
  ethCall,
  ethCallMany,
  ethChainId,
  ethCoinbase,
  ethCreateAccessList,
  ethEstimateGas,
  ethFeeHistory,
  ethFillTransaction,
  ethGasPrice,
  ethGetAccount,
  ethGetAccountInfo,
  ethGetBalance,
  ethGetBlockByHash,
  ethGetBlockByNumber,
  ethGetBlockReceipts,
  ethGetBlockTransactionCountByHash,
  ethGetBlockTransactionCountByNumber,
  ethGetCode,
  ethGetFilterChanges,
  ethGetFilterLogs,
  ethGetHeaderByHash,
  ethGetHeaderByNumber,
  ethGetLogs,
  ethGetProof,
  ethGetRawTransactionByBlockHashAndIndex,
  ethGetRawTransactionByBlockNumberAndIndex,
  ethGetStorageAt,
  ethGetStorageValues,
  ethGetTransactionByBlockHashAndIndex,
  ethGetTransactionByBlockNumberAndIndex,
  ethGetTransactionByHash,
  ethGetTransactionBySenderAndNonce,
  ethGetTransactionCount,
  ethGetTransactionReceipt,
  ethGetUncleByBlockHashAndIndex,
  ethGetUncleByBlockNumberAndIndex,
  ethGetUncleCountByBlockHash,
  ethGetUncleCountByBlockNumber,
  ethGetWork,
  ethHashrate,
  ethMaxPriorityFeePerGas,
  ethMining,
  ethNetHashrate,
  ethNewBlockFilter,
  ethNewFilter,
  ethNewPendingTransactionFilter,
  ethPendingTransactions,
  ethProtocolVersion,
  ethRequestAccounts,
  ethSendRawTransaction,
  ethSendRawTransactionSync,
  ethSendTransaction,
  ethSendTransactionSync,
  ethSign,
  ethSignTransaction,
  ethSignTypedData,
  ethSignTypedDataV4,
  ethSimulateV1,
  ethSubmitHashrate,
  ethSubmitWork,
  ethSubscribe,
  ethSyncing,
  ethUninstallFilter,
  ethUnsubscribe,
  personalDumpRawKey,
  personalImportRawKey,
  personalListAccounts,
  personalLockAccount,
  personalNewAccount,
  personalNewAccountWithSeed,
  personalSendTransaction,
  personalSign,
  personalUnlockAccount,
  evmIncreaseTime,
  evmMine,
  evmReset,
  evmRevert,
  evmSetNextBlockTimestamp,
  evmSnapshot,
  evmStartMining,
  evmStopMining,
  txpoolContent,
  txpoolContentFrom,
  txpoolInspect,
  txpoolStatus,
  mnrGetWork,
  mnrSubmitBitcoinBlock,
  mnrSubmitBitcoinBlockPartialMerkle,
  mnrSubmitBitcoinBlockTransactions,
  rskGetRawBlockHeaderByHash,
  rskGetRawBlockHeaderByNumber,
  rskGetRawTransactionReceiptByHash,
  rskGetStorageBytesAt,
  rskGetTransactionReceiptNodesByHash,
  rskProtocolVersion,
  rskUpgrades,
  scoBanAddress,
  scoBannedAddresses,
  scoClearPeerScoring,
  scoPeerList,
  scoReputationSummary,
  scoUnbanAddress,
  adminNodeInfo,
  adminPeers,
  debugAccountRange,
  debugAccountTransactionQuota,
  debugCodeByHash,
  debugGetBadBlocks,
  debugGetRawBlock,
  debugGetRawHeader,
  debugGetRawReceipts,
  debugGetRawTransaction,
  debugIntermediateRoots,
  debugStorageRangeAt,
  debugTraceBlock,
  debugTraceBlockByHash,
  debugTraceBlockByNumber,
  debugTraceCall,
  debugTraceTransaction,
  debugWireProtocolQueueSize,
  traceBlock,
  traceCall,
  traceCallMany,
  traceFilter,
  traceGet,
  traceRawTransaction,
  traceReplayBlockTransactions,
  traceReplayTransaction,
  traceTransaction,
  dataBlocks,
  dataHeads,
  erigonGetHeaderByNumber,
  erigonGetLatestLogs,
  erigonGetLogsByHash,
  otsGetApiLevel,
  otsGetBlockDetails,
  otsGetBlockDetailsByHash,
  otsGetBlockTransactions,
  otsGetContractCreator,
  otsGetInternalOperations,
  otsGetTransactionBySenderAndNonce,
  otsGetTransactionError,
  otsHasCode,
  otsSearchTransactionsAfter,
  otsSearchTransactionsBefore,
  otsTraceTransaction,
  rpcDiscover,
]
