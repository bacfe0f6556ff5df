import { decodeEvent } from '../../../shared/abi/contracts.ts'
import { knownItems } from '../../../shared/abi/knownItems.ts'
import { integerOf } from '../../../shared/format/quantity.ts'
import type { Hex, Log } from '../../../shared/rpc/answers.ts'

/** An event of the Bridge about a peg-in or a peg-out. */
export interface PegEvent {
  readonly name: string
  readonly block: bigint
  readonly transaction: Hex
  /** A parameter as text; empty when the event has none of this name. */
  readonly read: (name: string) => string
  /** A hash or an id of Bitcoin without 0x. */
  readonly id: (name: string) => string
}

const wanted =
  /^(lock_btc|pegin_btc|rejected_pegin|unrefundable_pegin|release_|pegout_confirmed|batch_pegout|add_signature)/

/** The topics of these events. */
export const pegTopics = (): readonly string[] =>
  [...knownItems().events].flatMap(([topic, items]) =>
    items.some(({ name = '' }) => wanted.test(name)) ? [topic] : [],
  )

/** The events in logs, oldest first. */
export const pegEventsIn = (newestFirst: readonly Log[]): readonly PegEvent[] =>
  newestFirst.toReversed().flatMap((log) => {
    const decoded = decodeEvent(log.address, log.topics, log.data)
    if (decoded === undefined) return []
    const read = (name: string) => decoded.parameters.find((each) => each.name === name)?.text ?? ''
    return [
      {
        name: decoded.item.name ?? '',
        block: integerOf(log.blockNumber),
        transaction: log.transactionHash,
        read,
        id: (name: string) => read(name).replace(/^0x/, ''),
      },
    ]
  })
