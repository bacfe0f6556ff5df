import { paidPublicKeyHash, paysPublicKey, witnessProgram } from '../../bitcoin/scripts/outputScripts.ts'
import { push } from '../../bitcoin/scripts/script.ts'
import { parseScript, ScriptError, tryToParseScript } from '../../bitcoin/scripts/scriptChunks.ts'
import { ByteWriter } from '../../bitcoin/serialization/byteWriter.ts'
import {
  type BitcoinTransaction,
  hasWitness,
  type TransactionInput,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { isMultisig, recogniseRedeemScript } from './recogniseRedeemScript.ts'

/*
 * The items with which a federation spends: an empty one, because OP_CHECKMULTISIG pops one too many; one for each
 * signature; an empty one that selects the branch if there are emergency keys; and the redeem script. They are in the
 * input's script or, with segregated witness, in the witness.
 */

/**
 * The redeem script in an input; undefined if the last item does not parse as a script. Throws `ScriptError` when
 * the input's own script does not parse.
 */
export function redeemScriptOf({ script, witness }: TransactionInput): Uint8Array | undefined {
  const shown = witness.length > 0 ? witness.at(-1) : lastPush(script)
  return shown && tryToParseScript(shown) && shown
}

const lastPush = (script: Uint8Array): Uint8Array | undefined => parseScript(script).at(-1)?.data

type Spending = Pick<TransactionInput, 'script' | 'witness'>

/** Remembered, because most inputs of a transaction spend with the same script. */
const plainSpending = rememberedByObject((redeemScript: Uint8Array) => spendingBy(redeemScript, false))
const segwitSpending = rememberedByObject((redeemScript: Uint8Array) => spendingBy(redeemScript, true))

/** The input with an empty item for every signature. */
export function emptySpending(
  input: TransactionInput,
  redeemScript: Uint8Array,
  isSegwit: boolean,
): TransactionInput {
  const spending = isSegwit ? segwitSpending(redeemScript) : plainSpending(redeemScript)
  return { ...input, ...spending }
}

function spendingBy(redeemScript: Uint8Array, isSegwit: boolean): Spending {
  const { required, hasEmergencyKeys } = recogniseRedeemScript(redeemScript)
  if (required < 0) throw new DecodeError('redeem script', 'cannot be spent')
  const emptyItems = 1 + required + (hasEmergencyKeys || isSegwit ? 1 : 0)
  const items = [...new Array<Uint8Array>(emptyItems).fill(emptyBytes), redeemScript]
  if (!isSegwit) return { script: pushes(items), witness: [] }
  return { script: push(witnessProgram(redeemScript)), witness: items }
}

/** The items of an input that spends from a federation. */
export const spendingItems = ({ script, witness }: TransactionInput): readonly Uint8Array[] =>
  witness.length > 0 ? witness : parseScript(script).map(({ data }) => data ?? emptyBytes)

export const withSpendingItems = (input: TransactionInput, items: readonly Uint8Array[]): TransactionInput =>
  input.witness.length > 0 ? { ...input, witness: items } : { ...input, script: pushes(items) }

function pushes(items: readonly Uint8Array[]): Uint8Array {
  const writer = new ByteWriter()
  for (const item of items) writer.bytes(push(item))
  return writer.written()
}

/** The transaction without signatures; undefined when an input does not have the form of a federation's. */
export function withoutSignatures(transaction: BitcoinTransaction): BitcoinTransaction | undefined {
  const inputs: TransactionInput[] = []
  for (const input of transaction.inputs) {
    const redeemScript = redeemScriptOf(input)
    if (!redeemScript || !isMultisig(redeemScript)) return undefined
    inputs.push(emptySpending(input, redeemScript, input.witness.length > 0))
  }
  return { ...transaction, inputs }
}

/** The id that a transaction had before it was signed; undefined when it cannot be a federation's. */
export function unsignedId(transaction: BitcoinTransaction, rules: Rules): Uint8Array | undefined {
  if (hasWitness(transaction)) return transactionIdOf(transaction)
  if (!rules.rskip305) checkRedeemScripts(transaction)
  const unsigned = withoutSignatures(transaction)
  return unsigned && transactionIdOf(unsigned)
}

/**
 * Until RSKIP305 the reference node reads the last push of an input as a redeem script, even a public key, and fails
 * when it cannot derive the number of signatures from it.
 */
function checkRedeemScripts({ inputs }: BitcoinTransaction): void {
  for (const input of inputs) {
    const script = redeemScriptOf(input)
    if (!script) return
    const chunks = parseScript(script)
    const asksForOne = paysPublicKey(chunks) || paidPublicKeyHash(chunks) !== undefined
    if (!asksForOne && !isMultisig(script)) throw new ScriptError('does not state its number of signatures')
  }
}
