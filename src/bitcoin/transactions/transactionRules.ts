import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { type BitcoinTransaction, readTransaction, type TransactionInput } from './bitcoinTransaction.ts'

export const maximumMoney = 21n * 10n ** 14n
const maximumSize = 1_000_000
const minimumCoinbaseScriptLength = 2
const maximumCoinbaseScriptLength = 100
const noOutput = 0xffffffff

/** Reads a transaction and checks the rules that need no other transaction. Throws `DecodeError`. */
export function decodeValidTransaction(bytes: Uint8Array): BitcoinTransaction {
  const { transaction, length } = readTransaction(bytes)
  const { inputs, outputs } = transaction
  if (inputs.length === 0 || outputs.length === 0) throw failure('has no inputs or no outputs')
  if (length > maximumSize) throw failure(`has ${length} bytes`)
  checkOutpoints(inputs)
  checkValues(transaction)
  checkCoinbase(transaction)
  return transaction
}

const failure = (problem: string): DecodeError => new DecodeError('Bitcoin transaction', problem)

function checkOutpoints(inputs: readonly TransactionInput[]): void {
  const outpoints = new Set(
    inputs.map(({ transactionId, outputIndex }) => `${toHexDigits(transactionId)}:${outputIndex}`),
  )
  if (outpoints.size < inputs.length) throw failure('spends an output twice')
}

function checkValues({ outputs }: BitcoinTransaction): void {
  let total = 0n
  for (const { value } of outputs) {
    total += value
    if (value < 0n || total > maximumMoney) throw failure('pays more than the total supply')
  }
}

function checkCoinbase(transaction: BitcoinTransaction): void {
  const { inputs } = transaction
  if (!isCoinbase(transaction)) {
    if (inputs.some(hasNoOutpoint)) throw failure('has an input without outpoint but is not a coinbase')
    return
  }
  const { length } = inputs[0]!.script
  if (length < minimumCoinbaseScriptLength || length > maximumCoinbaseScriptLength) {
    throw failure(`is a coinbase with a script of ${length} bytes`)
  }
}

/** Whether a transaction is the first one of a block, which creates bitcoins. */
export const isCoinbase = ({ inputs }: BitcoinTransaction): boolean =>
  inputs.length === 1 && hasNoOutpoint(inputs[0]!)

const hasNoOutpoint = ({ transactionId, outputIndex }: TransactionInput): boolean =>
  outputIndex === noOutput && transactionId.every((byte) => byte === 0)

/** The smallest unit of bitcoin. */
export type Satoshis = bigint

export const satoshisPerBitcoin: Satoshis = 100_000_000n
