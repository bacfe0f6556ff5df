import { variableIntegerLength } from '../../bitcoin/serialization/variableInteger.ts'
import {
  type BitcoinTransaction,
  encodeWithoutWitness,
  type TransactionOutput,
  unsignedInput,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Utxo } from '../cells/utxos.ts'
import { recogniseRedeemScript } from '../federation/recogniseRedeemScript.ts'
import { emptySpending } from '../federation/spending.ts'
import type { Wallet } from './wallet.ts'

/** A transaction without input scripts. */
export interface Draft {
  readonly version: number
  readonly coins: readonly Utxo[]
  readonly outputs: readonly TransactionOutput[]
}

/** A transaction and the coins that it spends. */
export interface BuiltTransaction {
  readonly transaction: BitcoinTransaction
  readonly coins: readonly Utxo[]
}

export type BuildFailure = 'dust-output' | 'insufficient-funds' | 'not-adjustable' | 'too-large'

const dustFeePerKb = 15_000n
/** Bytes of an input that spends an output. */
const spendingLength = 148
const signatureLength = 75
/** Bytes of the script with the witness program in each input. */
const witnessProgramInput = 36
const maximumSize = 100_000
/** Outpoint, the length of an empty script, sequence number. */
const bareInputLength = 41
/** Version and lock time. */
const frameLength = 8

const outputLength = ({ script }: TransactionOutput): number =>
  8 + variableIntegerLength(script.length) + script.length

/** An output below this value is dust: spending it would cost a large part of the value. */
export const dustLimit = (output: TransactionOutput): Satoshis =>
  (dustFeePerKb * BigInt(outputLength(output) + spendingLength)) / 1000n

export const isDust = (output: TransactionOutput): boolean => output.value < dustLimit(output)

/** The fee for a draft with all its signatures. */
export const feeFor = (draft: Draft, wallet: Wallet, feePerKb: Satoshis): Satoshis =>
  (feePerKb * BigInt(signedSize(draft, wallet))) / 1000n

/** Bytes of the serialized transaction without input scripts. */
const bareSize = ({ coins, outputs }: Draft): number =>
  frameLength +
  variableIntegerLength(coins.length) +
  bareInputLength * coins.length +
  variableIntegerLength(outputs.length) +
  outputs.reduce((sum, output) => sum + outputLength(output), 0)

/** Bytes that the fee pays for; those of a witness count a quarter. */
function signedSize(draft: Draft, wallet: Wallet): number {
  const { coins } = draft
  const base = bareSize(draft)
  const signing = coins.reduce((sum, coin) => sum + signingLength(wallet.redeemScriptOf(coin)), 0)
  if (!wallet.isSegwit) return base + signing
  const stripped = base + witnessProgramInput * coins.length
  return Math.floor((stripped + signing + 3 * stripped) / 4)
}

function signingLength(redeemScript: Uint8Array): number {
  const { required } = recogniseRedeemScript(redeemScript)
  if (required < 0) throw new DecodeError('redeem script', 'cannot be spent')
  return signatureLength * required + redeemScript.length
}

/** The transaction with empty items for all signatures. Those of a witness do not count towards its size. */
export function finish(draft: Draft, wallet: Wallet): BuiltTransaction | BuildFailure {
  const { version, coins, outputs } = draft
  if (wallet.isSegwit && bareSize(draft) > maximumSize) return 'too-large'
  const inputs = coins.map((coin) =>
    emptySpending(unsignedInput(coin), wallet.redeemScriptOf(coin), wallet.isSegwit),
  )
  const transaction = { version, inputs, outputs, lockTime: 0 }
  if (!wallet.isSegwit && encodeWithoutWitness(transaction).length > maximumSize) return 'too-large'
  return { transaction, coins }
}
