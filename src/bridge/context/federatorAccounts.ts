import type { NativeContext } from '../../native/nativeContext.ts'
import type { Address } from '../../primitives/bytes.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { newFederation, oldFederation } from '../cells/federations.ts'
import { constantsOf } from '../constants/constantsOf.ts'
import { accountOfKey, memberAccount } from '../federation/member.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { cellStore } from './bridgeContext.ts'
import { hasTakenOver } from './currentFederations.ts'

/** The accounts that share the federation's part of the miners' fees, in the order of payment. */
export function federatorAccounts(
  context: Pick<NativeContext, 'state' | 'network' | 'rules'>,
  blockNumber: number,
): readonly Address[] {
  const { network, rules } = context
  const constants = constantsOf(network)
  // Read without marking cells as loaded.
  const store = cellStore(context)
  const latest = newFederation.read(store)
  const previous = latest && oldFederation.read(store)
  const isAwaited = previous && !hasTakenOver(latest, blockNumber, constants, rules)
  const federation = (isAwaited ? previous : latest) ?? constants.genesisFederation
  // RSKIP415 pays the account of the Rootstock key instead of the Bitcoin key's.
  return rules.rskip415 ? rootstockAccounts(federation) : bitcoinAccounts(federation)
}

const rootstockAccounts = rememberedByObject(({ members }: PegFederation) => members.map(memberAccount))
const bitcoinAccounts = rememberedByObject(({ members }: PegFederation) =>
  members.map(({ bitcoinKey }) => accountOfKey(bitcoinKey)),
)
