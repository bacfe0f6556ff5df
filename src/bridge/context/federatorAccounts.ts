import type { NativeContext } from '../../native/nativeContext.ts'
import type { Address } from '../../primitives/bytes.ts'
import { accountOfKey } from '../federation/member.ts'
import { federationInCharge } from './currentFederations.ts'

/** The accounts that share the federation's part of the miners' fees, in the order of payment. */
export function federatorAccounts(
  context: Pick<NativeContext, 'state' | 'network' | 'rules'>,
  processingBlockNumber: number,
): Address[] {
  const { members } = federationInCharge(context, processingBlockNumber)
  // RSKIP415 pays the account of the Rootstock key instead of the Bitcoin key's.
  const key = context.rules.rskip415 ? 'rootstockKey' : 'bitcoinKey'
  return members.map((member) => accountOfKey(member[key]))
}
