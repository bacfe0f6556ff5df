import { type AddressVersions, scriptHashAddress } from '../../bitcoin/scripts/address.ts'
import { paidScriptHash, payToScript, payToWitnessScript } from '../../bitcoin/scripts/outputScripts.ts'
import {
  multisigConditions,
  multisigScript,
  op,
  opcode,
  push,
  scriptNumber,
} from '../../bitcoin/scripts/script.ts'
import { ScriptError } from '../../bitcoin/scripts/scriptChunks.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { bitcoinKeys, isSegwit, majority, type PegFederation } from './pegFederation.ts'

/** The keys that can spend the federation's coins when these have not moved for `waitingBlocks` (RSKIP201). */
export interface EmergencyKeys {
  readonly publicKeys: readonly Uint8Array[]
  /** Bitcoin blocks, which OP_CHECKSEQUENCEVERIFY enforces. */
  readonly waitingBlocks: number
}

/** The constants that scripts depend on. */
interface ScriptConstants {
  readonly bitcoin: AddressVersions
  readonly emergencyKeys: EmergencyKeys
  readonly fixedErpScript: Uint8Array | undefined
}

/** The rules of the executing block and the constants that scripts depend on. */
export interface ScriptContext {
  readonly constants: ScriptConstants
  readonly rules: Rules
}

interface KnownScript extends ScriptContext {
  readonly script: Uint8Array
}

/** Remembered, because every call needs the scripts of the same few federations. */
const knownScripts = new WeakMap<PegFederation, KnownScript>()

/** The script that spending the federation's bitcoins must satisfy. */
export function redeemScript(federation: PegFederation, { constants, rules }: ScriptContext): Uint8Array {
  const known = knownScripts.get(federation)
  if (known?.constants === constants && known.rules === rules) return known.script
  const script = buildRedeemScript(federation, { constants, rules })
  knownScripts.set(federation, { constants, rules, script })
  return script
}

function buildRedeemScript(federation: PegFederation, context: ScriptContext): Uint8Array {
  const { emergencyKeys } = context.constants
  if (federation.format === 'standard') return membersScript(federation)
  if (federation.format === 'non-standard-erp') return nonStandardRedeemScript(federation, context)
  return concatBytes(
    op(opcode.notIf),
    membersScript(federation),
    op(opcode.else),
    afterWaiting(scriptNumber(emergencyKeys.waitingBlocks)),
    multisigScript(majority(emergencyKeys.publicKeys.length), emergencyKeys.publicKeys),
    op(opcode.endIf),
  )
}

/**
 * The redeem script without emergency keys. Throws `ScriptError` for testnet's fixed script, from which the reference
 * node cannot extract it.
 */
export function defaultRedeemScript(federation: PegFederation, context: ScriptContext): Uint8Array {
  if (hasFixedScript(federation, context)) throw new ScriptError('has no part without emergency keys')
  return membersScript(federation)
}

const membersScript = (federation: PegFederation): Uint8Array =>
  multisigScript(majority(federation.members.length), bitcoinKeys(federation))

/** Until RSKIP284 all federations of testnet with emergency keys have the same script. */
const hasFixedScript = ({ format }: PegFederation, { constants, rules }: ScriptContext): boolean =>
  format === 'non-standard-erp' && constants.fixedErpScript !== undefined && !rules.rskip284

/** RSKIP201: both branches share one OP_CHECKMULTISIG. RSKIP284 and RSKIP293 corrected the waiting time. */
function nonStandardRedeemScript(federation: PegFederation, { constants, rules }: ScriptContext): Uint8Array {
  const { emergencyKeys, fixedErpScript } = constants
  if (fixedErpScript && !rules.rskip284) return fixedErpScript
  return concatBytes(
    op(opcode.notIf),
    multisigConditions(majority(federation.members.length), bitcoinKeys(federation)),
    op(opcode.else),
    afterWaiting(waitingNumber(emergencyKeys, rules)),
    multisigConditions(majority(emergencyKeys.publicKeys.length), emergencyKeys.publicKeys),
    op(opcode.endIf, opcode.checkMultisig),
  )
}

const waitingNumber = ({ waitingBlocks }: EmergencyKeys, rules: Rules): Uint8Array =>
  rules.rskip293 ? scriptNumber(waitingBlocks) : new Uint8Array([waitingBlocks >> 8, waitingBlocks & 0xff])

const afterWaiting = (blocks: Uint8Array): Uint8Array =>
  concatBytes(push(blocks), op(opcode.checkSequenceVerify, opcode.drop))

/** The redeem script of a fast peg-in. Its terms give every fast peg-in an address of its own. */
export const flyoverRedeemScript = (derivationHash: Uint8Array, script: Uint8Array): Uint8Array =>
  concatBytes(push(derivationHash), op(opcode.drop), script)

/** The output script that pays to a redeem script: directly, or through the witness program that commits to it. */
const paymentTo = (federation: PegFederation, script: Uint8Array): Uint8Array =>
  isSegwit(federation) ? payToWitnessScript(script) : payToScript(script)

/** The script of outputs that pay to the federation. */
export const paymentScript = (federation: PegFederation, context: ScriptContext): Uint8Array =>
  paymentTo(federation, redeemScript(federation, context))

/** The output script of the redeem script without emergency keys. */
export const defaultPaymentScript = (federation: PegFederation, context: ScriptContext): Uint8Array =>
  paymentTo(federation, defaultRedeemScript(federation, context))

export const flyoverPaymentScript = (
  federation: PegFederation,
  derivationHash: Uint8Array,
  context: ScriptContext,
): Uint8Array => paymentTo(federation, flyoverRedeemScript(derivationHash, redeemScript(federation, context)))

/** The hash in the federation's address. */
export const scriptHash = (federation: PegFederation, context: ScriptContext): Uint8Array =>
  paidScriptHash(paymentScript(federation, context))!

export const federationAddress = (federation: PegFederation, context: ScriptContext): string =>
  scriptHashAddress(scriptHash(federation, context), context.constants.bitcoin)

/** Bitcoin allows 520 and 3600 bytes; the prefix of fast peg-ins takes 34 of them. */
const maximumScriptLength = 486
const maximumWitnessScriptLength = 3_566
const maximumKeys = 20

/** Throws `DecodeError` when the federation has too many members to spend. */
export function checkScriptSize(federation: PegFederation, context: ScriptContext): void {
  const { length } = redeemScript(federation, context)
  const limit = isSegwit(federation) ? maximumWitnessScriptLength : maximumScriptLength
  const isTooLong = federation.format !== 'standard' && length > limit
  if (isTooLong || federation.members.length > maximumKeys) {
    throw new DecodeError('federation', `has ${federation.members.length} members, too many for its script`)
  }
}
