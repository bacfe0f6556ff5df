import type { Wallet } from '../../wallet/wallet.ts'
import { walletDisabled } from '../errors.ts'
import type { RpcNode } from '../rpcNode.ts'

export function personalWallet({ wallet }: RpcNode): Wallet {
  if (wallet === undefined) throw walletDisabled()
  return wallet
}
