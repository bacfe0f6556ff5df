import type { WalletAddressKind } from '../bitcoinBackend.ts'
import { bitcoinError } from '../bitcoinError.ts'

const kinds: readonly WalletAddressKind[] = ['legacy', 'p2sh-segwit', 'bech32']

export function addressKind(text: string): WalletAddressKind {
  const kind = kinds.find((each) => each === text)
  if (!kind) throw bitcoinError('invalidAddressOrKey', `Unknown address type '${text.slice(0, 40)}'`)
  return kind
}
