import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import {
  address,
  bool,
  bytes,
  bytes32,
  int64,
  int256,
  low32Bits,
  string,
  uint256,
} from '../../native/abi/types.ts'
import type { Address } from '../../primitives/bytes.ts'
import { coinbaseWitnessRoot } from '../cells/bitcoinChain.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { minimumPegin } from '../pegin/coins.ts'
import { registerFlyover } from '../pegin/flyover.ts'
import { processedIn } from '../pegin/processed.ts'
import { registerTransaction } from '../pegin/register.ts'
import { registerCoinbase } from '../pegin/registerCoinbase.ts'
import { type BridgeMethod, bridgeGetter, bridgeMethod, localRead } from './bridgeMethod.ts'

export const peginMethods: readonly BridgeMethod[] = [
  bridgeGetter('getMinimumLockTxValue', int256, { gas: 2_000, ...localRead }, minimumPegin),
  bridgeMethod({
    name: 'registerBtcTransaction',
    inputs: [bytes, int256, bytes],
    gas: 22_000,
    isRead: false,
    run: (bridge, transaction: Uint8Array, height: bigint, proof: Uint8Array) =>
      registerTransaction(bridge, transaction, low32Bits(height), proof),
  }),
  bridgeMethod({
    name: 'registerBtcCoinbaseTransaction',
    inputs: [bytes, bytes32, bytes, bytes32, bytes32],
    available: { since: 'rskip143' },
    gas: 10_000,
    isRead: false,
    run: (
      bridge,
      transaction: Uint8Array,
      blockHash: Uint8Array,
      proof: Uint8Array,
      witnessRoot: Uint8Array,
      reservedValue: Uint8Array,
    ) => registerCoinbase(bridge, { bytes: transaction, blockHash, proof, witnessRoot, reservedValue }),
  }),
  bridgeMethod({
    name: 'hasBtcBlockCoinbaseTransactionInformation',
    inputs: [bytes32],
    output: bool,
    available: { since: 'rskip143' },
    gas: 5_000,
    isRead: true,
    run: ({ cells }, blockHash: Uint8Array) => cells.load(coinbaseWitnessRoot(blockHash)) !== undefined,
  }),
  bridgeMethod({
    name: 'registerFastBridgeBtcTransaction',
    inputs: [bytes, uint256, bytes, bytes32, bytes, address, bytes, bool],
    output: int256,
    available: { since: 'rskip176' },
    gas: 25_000,
    isRead: false,
    run: (
      bridge,
      transaction: Uint8Array,
      height: bigint,
      proof: Uint8Array,
      argumentsHash: Uint8Array,
      userRefundAddress: Uint8Array,
      contract: Address,
      providerAddress: Uint8Array,
      paysContract: boolean,
    ) =>
      registerFlyover(
        bridge,
        { bytes: transaction, height: low32Bits(height), proof, paysContract },
        { argumentsHash, userRefundAddress, contract, providerAddress },
      ),
  }),
  bridgeMethod({
    name: 'isBtcTxHashAlreadyProcessed',
    inputs: [string],
    output: bool,
    gas: 23_000,
    ...localRead,
    run: (bridge, transactionId: string) => lookUp(bridge, transactionId) !== undefined,
  }),
  bridgeMethod({
    name: 'getBtcTxHashProcessedHeight',
    inputs: [string],
    output: int64,
    gas: 22_000,
    ...localRead,
    run: (bridge, transactionId: string) => BigInt(lookUp(bridge, transactionId) ?? -1),
  }),
]

function lookUp(bridge: BridgeCall, transactionId: string): number | undefined {
  if (!/^[0-9a-f]{64}$/.test(transactionId)) throw new PrecompileFailure('not the hash of a transaction')
  return processedIn(bridge, transactionId)
}
