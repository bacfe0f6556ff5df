import { WalletError } from '../../../wallet/errors.ts'
import type { Wallet } from '../../../wallet/wallet.ts'
import { unreadable, walletDisabled } from '../../errors/errors.ts'
import type { RpcNode } from '../../node/rpcNode.ts'

export function personalWallet({ wallet }: RpcNode): Wallet {
  if (wallet === undefined) throw walletDisabled()
  return wallet
}

/** Answers an unknown account like a wrong passphrase, so that clients cannot probe for accounts. */
export function withoutReasons(error: unknown): never {
  const isAboutKey =
    error instanceof WalletError && (error.code === 'account-not-found' || error.code === 'wrong-passphrase')
  throw isAboutKey ? unreadable('no key for this account and passphrase') : error
}
