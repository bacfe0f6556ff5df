import { decodeStrictSignature, verifies } from '../../bitcoin/keys/signature.ts'
import { decodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { type UnsignedPegout, unsignedPegouts } from '../../bridge/cells/pegouts.ts'
import { spendWaitingForSignatures } from '../../bridge/cells/validation.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import type { FederationMember } from '../../bridge/federation/member.ts'
import type { PegFederation } from '../../bridge/federation/pegFederation.ts'
import { recogniseRedeemScript } from '../../bridge/federation/recogniseRedeemScript.ts'
import { redeemScriptOf, spendingItems } from '../../bridge/federation/spending.ts'
import { signatureHashes } from '../../bridge/pegout/signing.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { signatureOf } from '../bitcoin/wallet/signing.ts'
import { bridgeCallData } from './bridgeCallData.ts'
import { federationsOf } from './federationView.ts'
import { memberKeys, memberNumber } from './namedKeys.ts'
import type { FederationAction } from './pegChain.ts'

/** The signatures of a transaction of the Bridge so far. */
export interface SigningProgress {
  /** The Bitcoin keys of the members who have signed. */
  readonly signers: readonly Uint8Array[]
  readonly required: number
}

/** Read from the first input; members sign all inputs or none. */
export function signingProgress(
  context: BridgeContext,
  { transaction: bytes }: UnsignedPegout,
): SigningProgress {
  const transaction = decodeTransaction(bytes)
  const [input] = transaction.inputs
  const [hash] = signatureHashes(context, transaction)
  const { keys, required } = recogniseRedeemScript(redeemScriptOf(input!)!)
  const signatures = spendingItems(input!).flatMap((item) => decodeStrictSignature(item) ?? [])
  const signers = keys.filter((key) => signatures.some((signature) => verifies(signature, hash!, key)))
  return { signers, required }
}

/** The next signature that a transaction of the Bridge needs, by a member whose keys are public. */
export function signNext(context: BridgeContext): FederationAction | undefined {
  const { active, retiring, proposed } = federationsOf(context)
  const holders = retiring === undefined ? [active] : [active, retiring]
  for (const pegout of context.cells.load(unsignedPegouts)) {
    const action = signatureFor(context, pegout, holders)
    if (action) return action
  }
  const spend = proposed && context.cells.load(spendWaitingForSignatures)
  return spend && signatureFor(context, spend, [proposed])
}

function signatureFor(
  context: BridgeContext,
  pegout: UnsignedPegout,
  federations: readonly PegFederation[],
): FederationAction | undefined {
  const { signers } = signingProgress(context, pegout)
  const transaction = decodeTransaction(pegout.transaction)
  const { keys } = recogniseRedeemScript(redeemScriptOf(transaction.inputs[0]!)!)
  const isWanted = ({ bitcoinKey }: FederationMember): boolean =>
    keys.some((key) => equalBytes(key, bitcoinKey)) && !signers.some((key) => equalBytes(key, bitcoinKey))
  for (const member of federations.flatMap(({ members }) => members)) {
    const number = isWanted(member) ? memberNumber(member) : undefined
    if (number === undefined) continue
    const { bitcoin, rootstock } = memberKeys(number)
    // The Bridge adds the hash type.
    const signatures = signatureHashes(context, transaction).map((hash) =>
      signatureOf(hash, bitcoin).subarray(0, -1),
    )
    return {
      name: `sign ${toHexDigits(pegout.transactionHash)} by federator${number}`,
      key: rootstock,
      data: bridgeCallData('addSignature', member.bitcoinKey, signatures, pegout.transactionHash),
    }
  }
  return undefined
}
