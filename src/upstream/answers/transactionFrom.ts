import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import { Transaction, type TransactionSignature } from '../../protocol/transactions/transaction.ts'
import { addressFrom, dataFrom, hashFrom, type JsonObject, quantityFrom } from './fields.ts'

/**
 * The transaction in an endpoint's JSON, which must hash to its hash. The JSON does not show the leading zeros that some
 * clients have signed, so several forms are tried.
 */
export function transactionFrom(json: JsonObject, blockNumber: number, where: string): Transaction {
  const expected = hashFrom(json['hash'], `${where}.hash`)
  for (const transaction of forms(json, blockNumber, where)) {
    if (equalBytes(transaction.hash, expected)) return transaction
  }
  throw new DecodeError(where, 'does not have the hash that it is given with')
}

function* forms(
  json: JsonObject,
  blockNumber: number,
  where: string,
): Generator<Transaction, void, undefined> {
  yield remascTransaction(blockNumber)
  const quantity = (name: string): bigint => quantityFrom(json[name], `${where}.${name}`)
  const { signature, chainId } = signatureFrom(quantity('v'), quantity('r'), quantity('s'))
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
  for (const gasLimit of [unsignedBytes(gas), ...padded(gas)]) {
    for (const nonceBytes of [unsignedBytes(nonce), ...padded(nonce)]) {
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
  v: bigint,
  r: bigint,
  s: bigint,
): { signature: TransactionSignature | null; chainId: number } {
  if (r === 0n && s === 0n) return { signature: null, chainId: 0 }
  const shown = Number(v)
  if (shown < 35) return { signature: { v: shown, r, s }, chainId: 0 }
  return { signature: { v: 27 + ((shown - 35) % 2), r, s }, chainId: Math.floor((shown - 35) / 2) }
}
