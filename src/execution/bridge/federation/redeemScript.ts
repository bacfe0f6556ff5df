import { sha256 } from '../../../crypto/sha256.ts'
import { concatBytes } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import type { Rules } from '../../../protocol/networks/rules.ts'
import { hash160 } from '../../native/bitcoin/hash160.ts'
import { scriptHashAddress } from '../bitcoin/address.ts'
import { multisigConditions, multisigScript, op, opcode, push, scriptNumber } from '../bitcoin/script.ts'
import type { BridgeConstants, EmergencyKeys } from '../constants/bridgeConstants.ts'
import { testnetBridge } from '../constants/testnet.ts'
import { bitcoinKeys, majority, type PegFederation } from './pegFederation.ts'

/** The rules and constants that scripts depend on, those of the executing block. */
export interface ScriptContext {
  readonly constants: BridgeConstants
  readonly rules: Rules
}

/** What the federation's members must satisfy to spend its bitcoins. */
export function redeemScript(federation: PegFederation, context: ScriptContext): Uint8Array {
  const { emergencyKeys } = context.constants
  if (federation.format === 'standard') return defaultRedeemScript(federation)
  if (federation.format === 'nonStandardErp') return nonStandardRedeemScript(federation, context)
  return concatBytes(
    op(opcode.notIf),
    defaultRedeemScript(federation),
    op(opcode.else),
    afterWaiting(scriptNumber(emergencyKeys.waitingBlocks)),
    multisigScript(majority(emergencyKeys.publicKeys.length), emergencyKeys.publicKeys),
    op(opcode.endIf),
  )
}

/** The part of the redeem script without emergency keys. */
export const defaultRedeemScript = (federation: PegFederation): Uint8Array =>
  multisigScript(majority(federation.members.length), bitcoinKeys(federation))

/** RSKIP201: one OP_CHECKMULTISIG serves both branches. How the waiting time stands there was corrected twice. */
function nonStandardRedeemScript(federation: PegFederation, { constants, rules }: ScriptContext): Uint8Array {
  if (constants === testnetBridge && !rules.rskip284) return firstTestnetErpScript
  const { emergencyKeys } = constants
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

/** Until RSKIP284 every emergency federation of testnet had this script, whoever its members were. */
const firstTestnetErpScript = fromHex(
  '6453210208f40073a9e43b3e9103acec79767a6de9b0409749884e989960fee578012fce210225e892391625854128c5c4ea4340' +
    'de0c2a70570f33db53426fc9c746597a03f42102afc230c2d355b1a577682b07bc2646041b5d0177af0f98395a46018da699b6da' +
    '210344a3c38cd59afcba3edcebe143e025574594b001700dec41e59409bdbd0f2a0921039a060badbeb24bee49eb2063f616c0f0' +
    'f0765d4ca646b20a88ce828f259fcdb955670300cd50b27552210216c23b2ea8e4f11c3f9e22711addb1d16a93964796913830856' +
    'b568cc3ea21d3210275562901dd8faae20de0a4166362a4f82188db77dbed4ca887422ea1ec185f1421034db69f2112f4fb1bb6141' +
    'bf6e2bd6631f0484d0bd95b16767902c9fe219d4a6f5368ae',
)

/** The hash in the federation's address: of the redeem script, or of the witness program that commits to it. */
export function scriptHash(federation: PegFederation, context: ScriptContext): Uint8Array {
  const script = redeemScript(federation, context)
  return hash160(federation.format === 'p2shP2wshErp' ? witnessProgram(script) : script)
}

const witnessProgram = (script: Uint8Array): Uint8Array => concatBytes(op(opcode.zero), push(sha256(script)))

export const federationAddress = (federation: PegFederation, context: ScriptContext): string =>
  scriptHashAddress(scriptHash(federation, context), context.constants.bitcoin)
