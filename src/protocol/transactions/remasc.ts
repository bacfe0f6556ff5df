import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { remascAddress } from '../addresses.ts'
import { Transaction } from './transaction.ts'

/*
 * The last transaction of every block after the genesis pays the miners. It has no signature; its sender is a special
 * account whose nonce counts the blocks.
 */

/** The sender's address: one zero byte, so its trie key is shorter than any other account's. */
export const remascSender = Uint8Array.of(0)

export function remascTransaction(blockNumber: number): Transaction {
  return new Transaction({
    nonce: unsignedBytes(blockNumber - 1),
    gasPrice: 0n,
    gasLimit: Uint8Array.of(0),
    to: remascAddress,
    value: 0n,
    data: emptyBytes,
    chainId: 0,
    signature: null,
  })
}

/** Whether the transaction has the form of a REMASC transaction; it is one only as the last of its block. */
export function hasRemascForm(transaction: Transaction): boolean {
  return (
    transaction.prefix.length === 0 &&
    transaction.signature === null &&
    transaction.to !== null &&
    equalBytes(transaction.to, remascAddress) &&
    transaction.data.length === 0 &&
    transaction.value === 0n &&
    transaction.gasLimitValue === 0n &&
    transaction.gasPriceValue === 0n
  )
}
