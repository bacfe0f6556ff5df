import { addressOf, uncompressPublicKey } from '../../../crypto/secp256k1.ts'
import type { Address } from '../../../primitives/bytes.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { activeFederation } from '../federation/activeFederation.ts'
import type { FederationMember } from '../federation/federation.ts'
import type { NativeContext } from '../nativeContext.ts'

/** The accounts that share the federation's part of the fees, in the order of payment. */
export function federatorAddresses(
  context: Pick<NativeContext, 'state' | 'network' | 'rules'>,
  processingBlockNumber: number,
): Address[] {
  const { members } = activeFederation(context, processingBlockNumber)
  // RSKIP415: from the Rootstock key instead of the Bitcoin key.
  const keyOf = context.rules.rskip415
    ? (member: FederationMember) => member.rootstockKey
    : (member: FederationMember) => member.bitcoinKey
  return members.map((member) => accountOf(keyOf(member)))
}

/** Federations hardly ever change and decompressing a key is slow, so accounts of recent keys are kept. */
const recentAccounts = new Map<string, Address>()
const maximumRecent = 256

function accountOf(compressedKey: Uint8Array): Address {
  const id = toHexDigits(compressedKey)
  const known = recentAccounts.get(id)
  if (known) return known
  const key = uncompressPublicKey(compressedKey)
  if (!key) throw new Error('the Bridge holds a federator key that is no point of the curve')
  const account = addressOf(key)
  if (recentAccounts.size >= maximumRecent) recentAccounts.clear()
  recentAccounts.set(id, account)
  return account
}
