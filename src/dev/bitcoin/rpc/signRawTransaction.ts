import type {
  BitcoinTransaction,
  TransactionOutput,
} from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { ScriptFailure } from '../../../bitcoin/transactions/interpreter/scriptFailure.ts'
import { verifySpend } from '../../../bitcoin/transactions/interpreter/verifySpend.ts'
import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { knownTransaction, outpointKey } from '../chain/knownTransaction.ts'
import type { SimulatedBitcoin } from '../simulatedBitcoin.ts'
import { signTransaction } from '../wallet/signing.ts'
import { type Arguments, hashOf, isObject, type Json, type JsonObject, satoshisOf } from './arguments.ts'
import type { BitcoinMethod } from './bitcoinMethod.ts'
import { outpointIndexOf, rawTransaction } from './rawTransactions.ts'
import { hashTypes } from './transactionShape.ts'

export const signrawtransactionwithwallet: BitcoinMethod = {
  summary: 'Signs the inputs of a transaction that belong to the wallet.',
  parameters: 'hexstring: string, prevtxs?: array, sighashtype?: string',
  run: signedShape,
}

function signedShape(given: Arguments, bitcoin: SimulatedBitcoin): JsonObject {
  const { transaction } = rawTransaction(given.text('hexstring'))
  const name = given.text('sighashtype', 'DEFAULT')
  const hashType = hashTypes.get(name === 'DEFAULT' ? 'ALL' : name)
  if (hashType === undefined) {
    throw bitcoinError('invalidParameter', `'${name.slice(0, 40)}' is not a valid sighash parameter.`)
  }
  const described = new Map(given.list('prevtxs').map(describedOutput))
  const { coins, mempool } = bitcoin.chain
  const spent = transaction.inputs.map((input) => {
    const key = outpointKey(input)
    return coins.get(key)?.output ?? mempool.coin(key, 0)?.output ?? described.get(key)
  })
  const signed = signTransaction(transaction, spent, (script) => bitcoin.wallet.keys.of(script), hashType)
  const errors: readonly JsonObject[] = signed.inputs
    .map((_, index) => errorOf(signed, index, spent))
    .filter((error) => error !== undefined)
  return {
    hex: toHexDigits(knownTransaction(signed).raw),
    complete: errors.length === 0,
    ...(errors.length > 0 && { errors }),
  }
}

/** An output as the client describes it; the chain may not have it. */
function describedOutput(value: Json): [string, TransactionOutput] {
  const described = isObject(value) ? value : {}
  const script = described['scriptPubKey']
  if (typeof script !== 'string' || !/^([0-9a-f]{2})+$/i.test(script)) {
    throw bitcoinError('type', 'Missing scriptPubKey')
  }
  const key = `${hashOf(described['txid'], 'txid')}:${outpointIndexOf(described)}`
  const amount = described['amount']
  return [key, { script: fromHex(script), value: amount === undefined ? 0n : satoshisOf(amount) }]
}

function errorOf(
  transaction: BitcoinTransaction,
  index: number,
  spent: readonly (TransactionOutput | undefined)[],
): JsonObject | undefined {
  const problem = problemOf(transaction, index, spent)
  if (problem === undefined) return undefined
  const { transactionId, outputIndex, script, sequence, witness } = transaction.inputs[index]!
  return {
    txid: toHexDigits(transactionId),
    vout: outputIndex,
    witness: witness.map(toHexDigits),
    scriptSig: toHexDigits(script),
    sequence,
    error: problem,
  }
}

function problemOf(
  transaction: BitcoinTransaction,
  index: number,
  spent: readonly (TransactionOutput | undefined)[],
): string | undefined {
  if (!spent[index]) return 'Input not found or already spent'
  const outputs = spent.map((output) => output ?? { value: 0n, script: new Uint8Array() })
  try {
    verifySpend(transaction, index, outputs, 'policy')
    return undefined
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error
    const isUnsigned = error.code === 'invalid-stack-operation' || error.code === 'witness-program-mismatch'
    return isUnsigned ? 'Unable to sign input, invalid stack size (possibly missing key)' : error.message
  }
}
