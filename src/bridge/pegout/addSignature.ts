import { compressedForm, decodePublicKey, hash160 } from '../../bitcoin/keys/publicKey.ts'
import { type BitcoinSignature, decodeSignature } from '../../bitcoin/keys/signature.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { asciiBytes, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { type UnsignedPegout, unsignedPegouts } from '../cells/pegouts.ts'
import { spendWaitingForSignatures } from '../cells/validation.ts'
import { ArgumentError, type BridgeCall } from '../context/bridgeContext.ts'
import { checkSigner, liveFederations } from '../context/currentFederations.ts'
import { emitLegacyEvent } from '../events/bridgeEvent.ts'
import { addSignatureEvent, releaseBtcEvent } from '../events/pegoutEvents.ts'
import { accountOfKey, memberAccount } from '../federation/member.ts'
import { hasBitcoinKey, type PegFederation } from '../federation/pegFederation.ts'
import { ongoingValidation } from '../federationChange/validation.ts'
import { isFullySigned, signInputs } from './signing.ts'

/** The signatures of one federator, one for every input. */
interface Signing {
  /** As it was given. */
  readonly keyBytes: Uint8Array
  /** The same key compressed. */
  readonly key: Uint8Array
  readonly signatures: readonly BitcoinSignature[]
  /** The hash that identifies the peg-out. */
  readonly transactionHash: Uint8Array
}

/** Adds a federator's signatures to a peg-out, or to the spending transaction of a validation. */
export function addSignature(
  bridge: BridgeCall,
  keyBytes: Uint8Array,
  encoded: readonly Uint8Array[],
  transactionHash: Uint8Array,
): void {
  checkSigner(bridge)
  const signing = readSigning(keyBytes, encoded, transactionHash)

  const proposed = ongoingValidation(bridge)
  const spend = proposed && bridge.cells.load(spendWaitingForSignatures)
  if (proposed && spend && equalBytes(spend.transactionHash, transactionHash)) {
    signSpend(bridge, signing, proposed, spend)
  } else signPegout(bridge, signing)
}

function readSigning(
  keyBytes: Uint8Array,
  encoded: readonly Uint8Array[],
  transactionHash: Uint8Array,
): Signing {
  if (encoded.length === 0) throw new ArgumentError('there are no signatures')
  if (transactionHash.length !== 32) throw new ArgumentError('the hash of a transaction must have 32 bytes')
  try {
    const key = compressedForm(decodePublicKey(keyBytes))
    return { keyBytes, key, signatures: encoded.map(decodeSignature), transactionHash }
  } catch (error) {
    if (error instanceof DecodeError) throw new ArgumentError(error.message)
    throw error
  }
}

/** RSKIP419. */
function signSpend(
  bridge: BridgeCall,
  signing: Signing,
  proposed: PegFederation,
  spend: UnsignedPegout,
): void {
  if (!hasBitcoinKey(proposed, signing.key)) {
    throw new PrecompileFailure('the key is not one of the proposed federation')
  }
  const transaction = decodeTransaction(spend.transaction)
  if (signing.signatures.length !== transaction.inputs.length) return
  const signed = sign(bridge, signing, proposed, transaction)
  const bytes = encodeTransaction(signed)
  const { cells } = bridge
  if (isFullySigned(signed)) {
    emitRelease(bridge, signing, signed)
    cells.set(spendWaitingForSignatures, undefined)
  } else cells.set(spendWaitingForSignatures, { ...spend, transaction: bytes })
}

function signPegout(bridge: BridgeCall, signing: Signing): void {
  const { cells, rules } = bridge
  const pegouts = cells.load(unsignedPegouts)
  const pegout = pegouts.find(({ transactionHash }) => equalBytes(transactionHash, signing.transactionHash))
  if (!pegout) return
  const transaction = decodeTransaction(pegout.transaction)
  if (signing.signatures.length !== transaction.inputs.length) return
  const { active, retiring } = liveFederations(bridge)
  const isOwn = (federation: PegFederation): boolean => hasBitcoinKey(federation, signing.keyBytes)
  const federation = isOwn(active) ? active : retiring && isOwn(retiring) ? retiring : undefined
  if (!federation) return
  // Until RSKIP326 even refused signatures emit the event.
  if (!rules.rskip326) emitAddSignature(bridge, signing, federation, transaction)
  const signed = sign(bridge, signing, federation, transaction)
  const others = pegouts.filter((one) => one !== pegout)
  if (isFullySigned(signed)) {
    emitRelease(bridge, signing, signed)
    cells.set(unsignedPegouts, others)
  } else cells.set(unsignedPegouts, [...others, { ...pegout, transaction: encodeTransaction(signed) }])
}

function sign(
  bridge: BridgeCall,
  signing: Signing,
  federation: PegFederation,
  transaction: BitcoinTransaction,
): BitcoinTransaction {
  const { transaction: signed, isSigned } = signInputs(bridge, transaction, signing.key, signing.signatures)
  if (isSigned && bridge.rules.rskip326) emitAddSignature(bridge, signing, federation, transaction)
  return signed
}

function emitAddSignature(
  { rules, call }: BridgeCall,
  { key, transactionHash }: Signing,
  federation: PegFederation,
  transaction: BitcoinTransaction,
): void {
  if (!rules.rskip146) {
    const id = asciiBytes(toHexDigits(transactionIdOf(transaction)))
    emitLegacyEvent(call.emit, 'add_signature_topic', [id, hash160(key), transactionHash])
    return
  }
  // RSKIP415: the account of the Rootstock key instead of the Bitcoin key's.
  const member = federation.members.find(({ bitcoinKey }) => equalBytes(bitcoinKey, key))!
  const account = rules.rskip415 ? memberAccount(member) : accountOfKey(key)
  addSignatureEvent.emit(call.emit, [transactionHash, account], [key])
}

function emitRelease(
  { rules, call }: BridgeCall,
  { transactionHash }: Signing,
  transaction: BitcoinTransaction,
): void {
  const bytes = encodeTransaction(transaction)
  if (rules.rskip146) releaseBtcEvent.emit(call.emit, [transactionHash], [bytes])
  else {
    const id = asciiBytes(toHexDigits(transactionIdOf(transaction)))
    emitLegacyEvent(call.emit, 'release_btc_topic', [id, bytes])
  }
}
