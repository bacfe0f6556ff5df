import { selectorOf, signatureOf } from '../../native/abi/method.ts'
import {
  type AbiType,
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  int256,
  uint256,
  wordLength,
} from '../../native/abi/types.ts'
import { type Address, concatBytes } from '../../primitives/bytes.ts'
import { wordBytes } from '../../primitives/integers.ts'

/* The input of the Bridge's methods that the federation and its users call. */

/** A value with its type. */
interface Argument {
  readonly name: string
  readonly isDynamic: boolean
  readonly encoded: Uint8Array
}

const argument = <Value>({ name, isDynamic, encode }: AbiType<Value>, value: Value): Argument => ({
  name,
  isDynamic,
  encoded: encode(value),
})

function callData(method: string, ...values: readonly Argument[]): Uint8Array {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let end = values.length * wordLength
  for (const { isDynamic, encoded } of values) {
    heads.push(isDynamic ? wordBytes(BigInt(end)) : encoded)
    if (!isDynamic) continue
    tails.push(encoded)
    end += encoded.length
  }
  return concatBytes(selectorOf(signatureOf(method, values)), ...heads, ...tails)
}

export const bridgeCallData = {
  receiveHeaders: (headers: readonly Uint8Array[]) =>
    callData('receiveHeaders', argument(arrayOf(bytes), headers)),

  registerBtcCoinbaseTransaction: (claim: {
    readonly coinbase: Uint8Array
    readonly blockHash: Uint8Array
    readonly proof: Uint8Array
    readonly witnessRoot: Uint8Array
    readonly reservedValue: Uint8Array
  }) =>
    callData(
      'registerBtcCoinbaseTransaction',
      argument(bytes, claim.coinbase),
      argument(bytes32, claim.blockHash),
      argument(bytes, claim.proof),
      argument(bytes32, claim.witnessRoot),
      argument(bytes32, claim.reservedValue),
    ),

  registerBtcTransaction: (transaction: Uint8Array, height: number, proof: Uint8Array) =>
    callData(
      'registerBtcTransaction',
      argument(bytes, transaction),
      argument(int256, BigInt(height)),
      argument(bytes, proof),
    ),

  registerFastBridgeBtcTransaction: (claim: {
    readonly transaction: Uint8Array
    readonly height: number
    readonly proof: Uint8Array
    readonly argumentsHash: Uint8Array
    readonly userRefundAddress: Uint8Array
    readonly contract: Address
    readonly providerAddress: Uint8Array
    readonly paysContract: boolean
  }) =>
    callData(
      'registerFastBridgeBtcTransaction',
      argument(bytes, claim.transaction),
      argument(uint256, BigInt(claim.height)),
      argument(bytes, claim.proof),
      argument(bytes32, claim.argumentsHash),
      argument(bytes, claim.userRefundAddress),
      argument(address, claim.contract),
      argument(bytes, claim.providerAddress),
      argument(bool, claim.paysContract),
    ),

  updateCollections: () => callData('updateCollections'),

  addSignature: (key: Uint8Array, signatures: readonly Uint8Array[], hash: Uint8Array) =>
    callData(
      'addSignature',
      argument(bytes, key),
      argument(arrayOf(bytes), signatures),
      argument(bytes, hash),
    ),

  createFederation: () => callData('createFederation'),
  /** Until RSKIP123, with one key for all roles. */
  addFederatorPublicKey: (key: Uint8Array) => callData('addFederatorPublicKey', argument(bytes, key)),
  addFederatorPublicKeyMultikey: (bitcoin: Uint8Array, rootstock: Uint8Array, mst: Uint8Array) =>
    callData(
      'addFederatorPublicKeyMultikey',
      argument(bytes, bitcoin),
      argument(bytes, rootstock),
      argument(bytes, mst),
    ),
  commitFederation: (hash: Uint8Array) => callData('commitFederation', argument(bytes, hash)),

  increaseLockingCap: (satoshis: bigint) => callData('increaseLockingCap', argument(int256, satoshis)),
  setLockWhitelistDisableBlockDelay: (blocks: bigint) =>
    callData('setLockWhitelistDisableBlockDelay', argument(int256, blocks)),
} as const
