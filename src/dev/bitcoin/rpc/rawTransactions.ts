import { op, opcode, push } from '../../../bitcoin/scripts/script.ts'
import {
  type TransactionInput,
  type TransactionOutput,
  unsignedInput,
} from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import type { KnownTransaction } from '../chain/knownTransaction.ts'
import { decodeFailure, readRawTransaction } from '../simulatedBitcoin.ts'
import {
  checkedScript,
  hashOf,
  integerOf,
  isObject,
  type Json,
  type JsonObject,
  satoshisOf,
} from './arguments.ts'

/* Inputs and outputs as clients describe them. */

const replaceable = 0xfffffffd
const withLockTime = 0xfffffffe
const final = 0xffffffff

export function inputOf(value: Json, lockTime: number, isReplaceable: boolean): TransactionInput {
  const input = isObject(value) ? value : {}
  const outputIndex = outpointIndexOf(input)
  const usual = isReplaceable ? replaceable : lockTime > 0 ? withLockTime : final
  const sequence = input['sequence'] ?? usual
  if (typeof sequence !== 'number' || !Number.isInteger(sequence) || sequence < 0 || sequence > final) {
    throw bitcoinError('invalidParameter', 'Invalid parameter, sequence number is out of range')
  }
  return {
    ...unsignedInput({ transactionId: fromHex(hashOf(input['txid'], 'txid')), outputIndex }),
    sequence,
  }
}

export function outpointIndexOf(input: JsonObject): number {
  if (typeof input['vout'] !== 'number') {
    throw bitcoinError('invalidParameter', 'Invalid parameter, missing vout key')
  }
  const index = integerOf(input['vout'])
  if (index < 0) throw bitcoinError('invalidParameter', 'Invalid parameter, vout cannot be negative')
  return index
}

/** Addresses with amounts, or `data` with hex digits; an object or a list of objects with one member each. */
export function outputsOf(value: Json | undefined): TransactionOutput[] {
  const list = Array.isArray(value) ? value : [value]
  const pairs = list.flatMap((each) => {
    if (!isObject(each)) {
      throw bitcoinError('invalidParameter', 'Invalid parameter, key-value pair not an object as expected')
    }
    return Object.entries(each)
  })
  const addresses = pairs.map(([name]) => name)
  const twice = addresses.find((name, at) => addresses.indexOf(name) !== at)
  if (twice !== undefined) {
    const problem = twice === 'data' ? 'duplicate key: data' : `duplicated address: ${twice}`
    throw bitcoinError('invalidParameter', `Invalid parameter, ${problem}`)
  }
  return pairs.map(([name, amount]) => (name === 'data' ? dataOutput(amount) : paidOutput(name, amount)))
}

function dataOutput(value: Json | undefined): TransactionOutput {
  const text = typeof value === 'string' ? value : ''
  if (!/^([0-9a-f]{2})+$/i.test(text)) {
    throw bitcoinError('invalidParameter', `Data must be hexadecimal string (not '${text.slice(0, 200)}')`)
  }
  return { value: 0n, script: concatBytes(op(opcode.return), push(fromHex(text))) }
}

const paidOutput = (address: string, amount: Json | undefined): TransactionOutput => ({
  value: satoshisOf(amount),
  script: checkedScript(address, `Invalid Bitcoin address: ${address.slice(0, 100)}`),
})

/** A transaction that no block can hold (BIP-141) is not decoded: showing its parts would take seconds. */
const maximumBlockWeight = 4_000_000

/** The transaction in hex digits of a client. */
export function rawTransaction(text: string): KnownTransaction {
  if (text === '' || text.length % 2 !== 0 || /[^0-9a-f]/i.test(text))
    throw bitcoinError('deserialization', decodeFailure)
  const known = readRawTransaction(fromHex(text))
  if (known.weight > maximumBlockWeight) throw bitcoinError('deserialization', decodeFailure)
  return known
}
