import type { Address } from '../primitives/bytes.ts'
import { CodedError } from '../primitives/errors.ts'
import { toHex } from '../primitives/hex.ts'

export type WalletErrorCode =
  // What was asked for.
  | 'account-not-found'
  | 'wrong-passphrase'
  | 'invalid-key'
  | 'too-many-accounts'
  | 'busy'
  // What the keystore holds.
  | 'damaged-keystore'
  | 'folder-failed'

/** Any refusal or failure of the wallet. No message holds a key or a passphrase. */
export class WalletError extends CodedError<WalletErrorCode> {
  override readonly name = 'WalletError'
}

/** The reference node's words; to it a locked account is an unknown one. */
export const accountNotFound = (): WalletError => new WalletError('account-not-found', 'Account not found')

/** The reference node's words when the account was to send a transaction. */
export const senderNotFound = (sender: Address): WalletError =>
  new WalletError('account-not-found', `Could not find account for address: ${toHex(sender)}`)
