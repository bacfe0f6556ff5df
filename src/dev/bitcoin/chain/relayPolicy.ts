import { witnessProgramOf } from '../../../bitcoin/scripts/outputScripts.ts'
import { signatureOperations, tryToParseScript } from '../../../bitcoin/scripts/scriptChunks.ts'
import { kindOfScript, multisigOf } from '../../../bitcoin/scripts/scriptKinds.ts'
import { variableIntegerLength } from '../../../bitcoin/serialization/variableInteger.ts'
import type { TransactionInput, TransactionOutput } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { isPushOnly } from '../../../bitcoin/transactions/interpreter/verifySpend.ts'
import { Rejection } from './bitcoinRejection.ts'
import { type Coin, isUnspendable } from './coins.ts'
import type { KnownTransaction } from './knownTransaction.ts'

/* Which transactions Bitcoin Core relays with its default settings (those of version 27). */

/** Satoshis for 1000 virtual bytes. */
export const minimumFeeRate = 1_000n
const dustFeeRate = 3_000n
const maximumWeight = 400_000
const minimumPlainSize = 65
const maximumInputScriptLength = 1_650
const maximumNullDataLength = 83
const maximumBareKeys = 3
const maximumRedeemOperations = 15
const maximumOperationCost = 16_000
const maximumWitnessScriptLength = 3_600
const maximumWitnessItems = 100
const maximumWitnessItemLength = 80

/** Satoshis for a size at a rate for 1000 bytes, rounded up. */
export const feeFor = (rate: bigint, size: number): bigint => (rate * BigInt(size) + 999n) / 1000n

/** The smallest value that is worth spending: three times the fee of the input that spends it. */
export function dustThreshold({ script }: TransactionOutput): bigint {
  if (isUnspendable(script)) return 0n
  const outputSize = 8 + variableIntegerLength(script.length) + script.length
  const inputSize = witnessProgramOf(script) ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 32 + 4 + 1 + 107 + 4
  return feeFor(dustFeeRate, outputSize + inputSize)
}

export function checkStandard({ transaction, weight, plainSize }: KnownTransaction): void {
  const { version, inputs, outputs } = transaction
  if (version < 1 || version > 2) throw new Rejection('version')
  if (weight > maximumWeight) throw new Rejection('tx-size')
  for (const { script } of inputs) {
    if (script.length > maximumInputScriptLength) throw new Rejection('scriptsig-size')
    if (!isPushOnly(script)) throw new Rejection('scriptsig-not-pushonly')
  }
  for (const { script } of outputs) checkOutputScript(script)
  if (outputs.some((output) => output.value < dustThreshold(output))) throw new Rejection('dust')
  const nullData = outputs.filter(({ script }) => kindOfScript(script) === 'nulldata')
  if (nullData.length > 1) throw new Rejection('multi-op-return')
  if (plainSize < minimumPlainSize) throw new Rejection('tx-size-small')
}

function checkOutputScript(script: Uint8Array): void {
  const kind = kindOfScript(script)
  const isTooLongData = kind === 'nulldata' && script.length > maximumNullDataLength
  const isTooManyKeys = kind === 'multisig' && multisigOf(script)!.keys.length > maximumBareKeys
  if (kind === 'nonstandard' || isTooLongData || isTooManyKeys) throw new Rejection('scriptpubkey')
}

/** The inputs must spend scripts of known kinds, with few signature checks and small witnesses. */
export function checkInputs({ transaction }: KnownTransaction, coins: readonly Coin[]): void {
  for (const [at, input] of transaction.inputs.entries()) {
    const { script } = coins[at]!.output
    const kind = kindOfScript(script)
    if (kind === 'nonstandard' || kind === 'witness_unknown')
      throw new Rejection('bad-txns-nonstandard-inputs')
    const redeemScript = kind === 'scripthash' ? redeemScriptOf(input) : undefined
    if (
      kind === 'scripthash' &&
      (!redeemScript || signatureOperations(redeemScript, true) > maximumRedeemOperations)
    ) {
      throw new Rejection('bad-txns-nonstandard-inputs')
    }
    if (!hasStandardWitness(input, redeemScript ?? script)) throw new Rejection('bad-witness-nonstandard')
  }
  if (operationCost(transaction.inputs, transaction.outputs, coins) > maximumOperationCost) {
    throw new Rejection('bad-txns-too-many-sigops')
  }
}

const redeemScriptOf = ({ script }: TransactionInput): Uint8Array | undefined =>
  tryToParseScript(script)?.at(-1)?.data

function hasStandardWitness({ witness }: TransactionInput, script: Uint8Array): boolean {
  if (witness.length === 0) return true
  const program = witnessProgramOf(script)
  if (!program) return false
  if (program.version !== 0 || program.program.length !== 32) return true
  const items = witness.slice(0, -1)
  return (
    witness.at(-1)!.length <= maximumWitnessScriptLength &&
    items.length <= maximumWitnessItems &&
    items.every(({ length }) => length <= maximumWitnessItemLength)
  )
}

/** Signature checks outside of witnesses cost four times as much as those in them (BIP-141). */
function operationCost(
  inputs: readonly TransactionInput[],
  outputs: readonly TransactionOutput[],
  coins: readonly Coin[],
): number {
  const plain = [...inputs, ...outputs].reduce(
    (sum, { script }) => sum + signatureOperations(script, false),
    0,
  )
  const spent = inputs.reduce((sum, input, at) => sum + spendingCost(input, coins[at]!.output.script), 0)
  return 4 * plain + spent
}

function spendingCost(input: TransactionInput, script: Uint8Array): number {
  const redeemScript = kindOfScript(script) === 'scripthash' ? redeemScriptOf(input) : undefined
  const program = witnessProgramOf(redeemScript ?? script)
  const redeemed = redeemScript ? 4 * signatureOperations(redeemScript, true) : 0
  if (program?.version !== 0) return redeemed
  const witnessScript = program.program.length === 32 ? input.witness.at(-1) : undefined
  return redeemed + (witnessScript ? signatureOperations(witnessScript, true) : 1)
}
