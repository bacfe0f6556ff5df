import { variableIntegerLength } from '../../bitcoin/serialization/variableInteger.ts'
import { isSegwit, majority, type PegFederation } from '../federation/pegFederation.ts'
import { redeemScript, type ScriptContext } from '../federation/redeemScript.ts'

/*
 * The estimated size of a signed peg-out, in bytes that the fee pays for. The three formulas are those of the
 * reference node.
 */

const signatureLength = 72
/** Bytes of an output that pays to a script. */
const outputLength = 32
/** Version, lock time, the outpoint, the sequence number. */
const versionLength = 4
const lockTimeLength = 4
const outpointLength = 36
const sequenceLength = 4
/** Bytes of the script with the witness program in each input. */
const witnessProgramInput = 36

export function pegoutSize(
  federation: PegFederation,
  { inputs, outputs }: { readonly inputs: number; readonly outputs: number },
  context: ScriptContext,
): number {
  const redeemLength = redeemScript(federation, context).length
  const signatures = majority(federation.members.length) * signatureLength
  if (!context.rules.rskip271) return 4 + (signatures + redeemLength + 1 + 40) * inputs + 35 * outputs
  if (isSegwit(federation)) {
    const base = transactionLength(0, 0, outputs) + witnessProgramInput * inputs
    const total = base + (signatures + redeemLength) * inputs
    return Math.floor((total + 3 * base) / 4)
  }
  return transactionLength(inputs, redeemLength, outputs) + signatures * inputs
}

/** The serialized length of a transaction without witness. */
function transactionLength(inputs: number, scriptLength: number, outputs: number): number {
  const inputLength = outpointLength + variableIntegerLength(scriptLength) + scriptLength + sequenceLength
  return (
    versionLength +
    variableIntegerLength(inputs) +
    inputLength * inputs +
    variableIntegerLength(outputs) +
    outputLength * outputs +
    lockTimeLength
  )
}
