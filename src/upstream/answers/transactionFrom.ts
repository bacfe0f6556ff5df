import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import { Transaction, type TransactionSignature } from '../../protocol/transactions/transaction.ts'
import { addressFrom, dataFrom, hashFrom, type JsonObject, quantityFrom } from './fields.ts'

/** Maximum data of a transaction that is tried in all forms; each form is hashed. Longer ones come from the raw block. */
const maximumTried = 128 << 10

/**
 * The transaction in an endpoint's JSON, which must hash to its hash. The JSON does not show the leading zeros that some
 * clients have signed, so several forms are tried. A transaction without a block has the number 0.
 */
export function transactionFrom(json: JsonObject, blockNumber: number, where: string): Transaction {
  const expected = hashFrom(json['hash'], `${where}.hash`)
  for (const transaction of forms(json, blockNumber, where)) {
    if (equalBytes(transaction.hash, expected)) return transaction
  }
  throw new DecodeError(where, 'does not match its hash')
}

function* forms(
  json: JsonObject,
  blockNumber: number,
  where: string,
): Generator<Transaction, void, undefined> {
  if (blockNumber > 0) yield remascTransaction(blockNumber)
  const quantity = (name: string): bigint => quantityFrom(json[name], `${where}.${name}`)
  const v = quantity('v')
  // The encoding has one byte for it, so a larger number would hash like a smaller one.
  if (v > 255n) throw new DecodeError(`${where}.v`, 'is too large')
  const { signature, chainId } = signatureFrom(Number(v), quantity('r'), quantity('s'))
  const to: Address | null = json['to'] === null ? null : addressFrom(json['to'], `${where}.to`)
  const gas = quantity('gas')
  const nonce = quantity('nonce')
  const gasPrice = quantity('gasPrice')
  const fields = {
    to,
    value: quantity('value'),
    data: dataFrom(json['input'], `${where}.input`),
    chainId,
    signature,
  }
  const isLong = fields.data.length > maximumTried
  for (const gasLimit of [unsignedBytes(gas), ...(isLong ? [] : padded(gas))]) {
    for (const nonceBytes of [unsignedBytes(nonce), ...(isLong ? [] : padded(nonce))]) {
      for (const price of gasPrice === 0n ? [0n, null] : [gasPrice]) {
        yield new Transaction({ ...fields, nonce: nonceBytes, gasLimit, gasPrice: price })
      }
    }
  }
}

/** With one leading zero, as two's complement integers have, and as a word. */
function padded(value: bigint): Uint8Array[] {
  if (value === 0n) return [Uint8Array.of(0)]
  const bytes = unsignedBytes(value)
  return [Uint8Array.of(0, ...bytes), wordBytes(value)]
}

function signatureFrom(
  v: number,
  r: bigint,
  s: bigint,
): { signature: TransactionSignature | null; chainId: number } {
  if (r === 0n && s === 0n) return { signature: null, chainId: 0 }
  if (v < 35) return { signature: { v, r, s }, chainId: 0 }
  return { signature: { v: 27 + ((v - 35) % 2), r, s }, chainId: Math.floor((v - 35) / 2) }
}
