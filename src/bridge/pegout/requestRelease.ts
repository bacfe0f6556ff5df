import { compressPublicKey, hash160 } from '../../bitcoin/keys/publicKey.ts'
import { publicKeyHashAddress } from '../../bitcoin/scripts/address.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { releaseRequests } from '../cells/pegouts.ts'
import { weiPerSatoshi } from '../constants/bridgeConstants.ts'
import { type BridgeCall, isContractCall, transferFromBridge } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'
import {
  releaseRequestReceived,
  releaseRequestReceivedByHash,
  releaseRequestRejected,
} from '../events/pegoutEvents.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { pegoutSize } from '../wallet/pegoutSize.ts'

const rejection = { lowAmount: 1n, callerIsContract: 2n, feeAboveValue: 3n } as const

/** Requests the value of the call in bitcoins, paid to the public key that signed the transaction. */
export function requestRelease(bridge: BridgeCall): void {
  const { rules } = bridge
  if (isContractCall(bridge)) {
    if (!rules.rskip185) throw new PrecompileFailure('a contract cannot request bitcoins')
    emitRejected(bridge, rejection.callerIsContract)
    return
  }
  const destination = destinationOf(bridge)
  const reason = reasonToReject(bridge, satoshis(bridge))
  if (reason === undefined) accept(bridge, destination)
  else if (rules.rskip185) refund(bridge, reason)
}

function destinationOf({ native }: BridgeCall): Uint8Array {
  const { publicKey } = native.transaction
  const key = publicKey && compressPublicKey(publicKey)
  if (!key) throw new PrecompileFailure('a simulated transaction has no public key to pay to')
  return hash160(key)
}

/** The low 64 bits of the amount. */
const satoshis = ({ call }: BridgeCall): Satoshis => BigInt.asIntN(64, call.value / weiPerSatoshi)

/** RSKIP219: the amount must cover the fee of the Bitcoin transaction, with a margin. */
function reasonToReject(bridge: BridgeCall, amount: Satoshis): bigint | undefined {
  const { constants, rules } = bridge
  if (!rules.rskip219) return amount <= constants.minimumPegout.legacy ? rejection.lowAmount : undefined
  const size = pegoutSize(activeFederation(bridge), { inputs: 2, outputs: 2 }, bridge)
  const bareFee = (currentFeePerKb(bridge) * BigInt(size)) / 1000n
  const fee = bareFee + (bareFee * constants.pegoutFeeGap) / 100n
  const minimum = constants.minimumPegout.rskip219
  if (amount >= minimum && amount >= fee) return undefined
  return fee >= minimum ? rejection.feeAboveValue : rejection.lowAmount
}

/** Since RSKIP427 the wei below a satoshi are returned too. */
function refund(bridge: BridgeCall, reason: bigint): void {
  const { call, rules } = bridge
  const wei = rules.rskip427 ? call.value : satoshis(bridge) * weiPerSatoshi
  transferFromBridge(bridge, call.caller, wei)
  emitRejected(bridge, reason)
}

function accept(bridge: BridgeCall, destination: Uint8Array): void {
  const { cells, rules, native } = bridge
  const transactionHash = rules.rskip146 ? native.transaction.hash : undefined
  const request = { destination, amount: satoshis(bridge), transactionHash }
  cells.set(releaseRequests, [...cells.load(releaseRequests), request])
  if (rules.rskip185) emitReceived(bridge, destination)
}

function emitReceived(bridge: BridgeCall, destination: Uint8Array): void {
  const { call, rules, constants } = bridge
  const amount = eventAmount(bridge)
  if (!rules.rskip326) {
    releaseRequestReceivedByHash.emit(call.emit, [call.caller], [destination, amount])
    return
  }
  const address = publicKeyHashAddress(destination, constants.bitcoin)
  releaseRequestReceived.emit(call.emit, [call.caller], [address, amount])
}

const emitRejected = (bridge: BridgeCall, reason: bigint): void =>
  releaseRequestRejected.emit(bridge.call.emit, [bridge.call.caller], [eventAmount(bridge), reason])

/** In satoshis until RSKIP427, then in wei. */
const eventAmount = (bridge: BridgeCall): bigint =>
  bridge.rules.rskip427 ? bridge.call.value : satoshis(bridge)
