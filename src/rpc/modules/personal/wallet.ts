import type { Address } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { TurnTaker, Wallet } from '../../../wallet/wallet.ts'
import { WalletError } from '../../../wallet/walletError.ts'
import { prices } from '../../budget/workPrices.ts'
import { unreadable, walletDisabled } from '../../errors/errors.ts'
import { type AnyParameters, defineAction, type Method, type PartDefinition } from '../../method/method.ts'
import type { LookupContext } from '../../method/rpcContext.ts'
import type { RpcNode } from '../../node/rpcNode.ts'

export function personalWallet({ wallet }: Pick<RpcNode, 'wallet'>): Wallet {
  if (wallet === undefined) throw walletDisabled()
  return wallet
}

/** A method that uses the wallet; not for web pages of other machines, as it reveals or unlocks keys. */
export const definePersonalMethod = <const Parameters extends AnyParameters = readonly []>(
  definition: Omit<PartDefinition<Parameters, Wallet>, 'effect'>,
): Method =>
  defineAction({
    ...definition,
    bound: 'key',
    effect: 'uses-node',
    access: 'no-foreign-pages',
    handler: (params, context) => definition.handler(params, personalWallet(context.node), context),
  })

/** The client as the wallet schedules and charges it. */
export const turnOf = ({ client, work }: LookupContext): TurnTaker => ({
  name: client,
  begins: () => work.add(prices.keyDerivation),
})

/** Makes the client's key the owner of an account that is new or that other keys own, and returns its address. */
export function owned(account: Address, isNew: boolean, { accountOwners, keyName }: LookupContext): string {
  if (isNew || accountOwners.has(account)) accountOwners.add(account, keyName)
  return toHex(account)
}

/** The accounts that the client may see; none while the process that has the wallet does not answer. */
export function visibleAccounts({ node, accountOwners, keyName }: LookupContext): string[] {
  if (node.writer?.answers === false) return []
  const accounts = node.wallet?.accounts ?? []
  return accounts.filter((account) => accountOwners.isVisible(account, keyName)).map(toHex)
}

/** Answers an unknown account like a wrong passphrase, so that clients cannot probe for accounts. */
export function withoutReasons(error: unknown): never {
  const isAboutKey =
    error instanceof WalletError && (error.code === 'account-not-found' || error.code === 'wrong-passphrase')
  throw isAboutKey ? unreadable('no key for this account and passphrase') : error
}
