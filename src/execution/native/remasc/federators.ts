import type { Address } from '../../../primitives/bytes.ts'
import { federationInCharge } from '../../bridge/federation/federations.ts'
import { accountOfKey } from '../../bridge/federation/member.ts'
import type { NativeContext } from '../nativeContext.ts'

/** The accounts that share the federation's part of the fees, in the order of payment. */
export function federatorAddresses(
  context: Pick<NativeContext, 'state' | 'network' | 'rules'>,
  processingBlockNumber: number,
): Address[] {
  const { members } = federationInCharge(context, processingBlockNumber)
  // RSKIP415: from the Rootstock key instead of the Bitcoin key.
  const key = context.rules.rskip415 ? 'rootstockKey' : 'bitcoinKey'
  return members.map((member) => accountOfKey(member[key]))
}
