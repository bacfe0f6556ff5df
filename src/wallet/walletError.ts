import type { Address } from '../primitives/bytes.ts'
import { CodedError } from '../primitives/errors.ts'
import { toHex } from '../primitives/hex.ts'

export type WalletErrorCode =
  // Caused by the caller's request.
  | 'account-not-found'
  | 'wrong-passphrase'
  | 'invalid-key'
  | 'invalid-mnemonic'
  | 'invalid-path'
  | 'too-many-accounts'
  | 'busy'
  // Caused by the keystore.
  | 'damaged-keystore'
  | 'folder-failed'

/** Any refusal or failure of the wallet. No message contains a key or a passphrase. */
export class WalletError extends CodedError<WalletErrorCode> {
  override readonly name = 'WalletError'
}

/** The reference node's message, which it also uses for a locked account. */
export const accountNotFound = (): WalletError => new WalletError('account-not-found', 'Account not found')

/** The reference node's message for the sender of a transaction. */
export const senderNotFound = (sender: Address): WalletError =>
  new WalletError('account-not-found', `Could not find account for address: ${toHex(sender)}`)

export const walletBusy = (): WalletError =>
  new WalletError('busy', 'the wallet has too many passphrases to check: try again later')
