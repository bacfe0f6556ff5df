import { createdAddress } from '../../evm/contractAddress.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { Receipt } from '../../protocol/receipts.ts'

/**
 * Map keys of the participants that a block and its receipts name: senders, receivers, created contracts and those that
 * emitted events. For a block that was not executed here.
 */
export function namedParticipants({ transactions }: Block, receipts: readonly Receipt[]): Set<string> {
  const participants = new Set<string>()
  for (const [index, { sender, to, nonceValue }] of transactions.entries()) {
    if (sender !== undefined) participants.add(addressKey(sender))
    if (to !== null) participants.add(addressKey(to))
    else if (sender !== undefined) participants.add(addressKey(createdAddress(sender, nonceValue)))
    for (const { address } of receipts[index]!.logs) participants.add(addressKey(address))
  }
  return participants
}
