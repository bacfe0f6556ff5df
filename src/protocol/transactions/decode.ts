import { type Address, asAddress } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { Transaction, type TransactionSignature } from './transaction.ts'

const itemCount = 9

/** A transaction from its RLP, a list of exactly nine items. Rootstock has no typed transactions. */
export function decodeTransaction(bytes: Uint8Array, where = 'transaction'): Transaction {
  return readTransaction(RlpReader.list(bytes, where))
}

export function readTransaction(reader: RlpReader): Transaction {
  const count = reader.remaining()
  if (count !== itemCount)
    throw new DecodeError(reader.path(''), `has ${count} items instead of ${itemCount}`)
  const nonce = reader.integerBytes('nonce')
  const gasPrice = reader.unsignedOrNull('gasPrice')
  const gasLimit = reader.integerBytes('gasLimit')
  const to = readReceiver(reader)
  const value = reader.unsigned('value')
  const data = reader.bytes('data')
  const { chainId, signature } = readSignature(reader)
  return new Transaction({ nonce, gasPrice, gasLimit, to, value, data, chainId, signature })
}

function readReceiver(reader: RlpReader): Address | null {
  const bytes = reader.fixedOrEmpty('to', 20)
  return bytes.length === 0 ? null : asAddress(bytes)
}

function readSignature(reader: RlpReader): { chainId: number; signature: TransactionSignature | null } {
  const bytes = reader.fixedOrEmpty('v', 1)
  const r = reader.unsigned('r')
  const s = reader.unsigned('s')
  if (bytes.length === 0) return { chainId: 0, signature: null }
  const { v, chainId } = splitV(bytes[0]!)
  return { chainId, signature: { v, r, s } }
}

/** EIP-155's v = 35 + 2 × chain id + parity. Division truncates toward zero, so 34 to 36 give chain id 0. */
function splitV(encoded: number): { v: number; chainId: number } {
  if (encoded === 27 || encoded === 28) return { v: encoded, chainId: 0 }
  return { v: encoded % 2 === 0 ? 28 : 27, chainId: ((encoded - 35) / 2) | 0 }
}
