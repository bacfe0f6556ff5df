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
import { concatBytes } from '../../primitives/bytes.ts'
import { wordBytes } from '../../primitives/integers.ts'

/** The inputs of the Bridge's methods that the federation and its users call. */
const inputs = {
  receiveHeaders: [arrayOf(bytes)],
  /** The coinbase transaction, the block's hash, the merkle proof, the witness root and the reserved value. */
  registerBtcCoinbaseTransaction: [bytes, bytes32, bytes, bytes32, bytes32],
  /** The transaction, the height of its block and the merkle proof. */
  registerBtcTransaction: [bytes, int256, bytes],
  /**
   * The same, the hash of the arguments, the user's refund address, the contract, the provider's address, and whether to pay
   * the contract.
   */
  registerFastBridgeBtcTransaction: [bytes, uint256, bytes, bytes32, bytes, address, bytes, bool],
  updateCollections: [],
  /** A member's key, its signatures, and the hash of the Rootstock transaction that asked for the payment. */
  addSignature: [bytes, arrayOf(bytes), bytes],
  createFederation: [],
  /** Until RSKIP123, with one key for all roles. */
  addFederatorPublicKey: [bytes],
  /** The keys for Bitcoin, for Rootstock and the third one. */
  addFederatorPublicKeyMultikey: [bytes, bytes, bytes],
  commitFederation: [bytes],
  increaseLockingCap: [int256],
  setLockWhitelistDisableBlockDelay: [int256],
} as const

type ValuesOf<Types> = { [Index in keyof Types]: Types[Index] extends AbiType<infer Value> ? Value : never }

export function bridgeCallData<Method extends keyof typeof inputs>(
  method: Method,
  ...values: ValuesOf<(typeof inputs)[Method]>
): Uint8Array {
  const types: readonly AbiType<unknown>[] = inputs[method]
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let end = types.length * wordLength
  for (const [index, { isDynamic, encode }] of types.entries()) {
    const encoded = encode(values[index])
    heads.push(isDynamic ? wordBytes(BigInt(end)) : encoded)
    if (!isDynamic) continue
    tails.push(encoded)
    end += encoded.length
  }
  return concatBytes(selectorOf(signatureOf(method, types)), ...heads, ...tails)
}
