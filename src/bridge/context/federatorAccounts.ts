import type { NativeContext } from '../../native/nativeContext.ts'
import type { Address } from '../../primitives/bytes.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { accountOfKey, memberAccount } from '../federation/member.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { federationInCharge } from './currentFederations.ts'

/** The accounts that share the federation's part of the miners' fees, in the order of payment. */
export function federatorAccounts(
  context: Pick<NativeContext, 'state' | 'network' | 'rules'>,
  processingBlockNumber: number,
): readonly Address[] {
  const federation = federationInCharge(context, processingBlockNumber)
  // RSKIP415 pays the account of the Rootstock key instead of the Bitcoin key's.
  return context.rules.rskip415 ? rootstockAccounts(federation) : bitcoinAccounts(federation)
}

const rootstockAccounts = rememberedByObject(({ members }: PegFederation) => members.map(memberAccount))
const bitcoinAccounts = rememberedByObject(({ members }: PegFederation) =>
  members.map(({ bitcoinKey }) => accountOfKey(bitcoinKey)),
)
