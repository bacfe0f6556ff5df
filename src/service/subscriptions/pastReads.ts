import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Json } from '../../rpc/json/json.ts'
import { type Result, resultText } from '../../rpc/json/result.ts'
import type { BranchPart, BranchPlace, DeliveredLog } from '../../rpc/logs/branch.ts'
import { payloadsIn } from '../../rpc/logs/payloadLines.ts'
import type { Pace, Subscriber } from '../../rpc/method/subscribing.ts'
import type { PastSource } from './past.ts'

/** Reads of stored blocks, which run where the heavy reads of the client run. */
export type PastRead = (
  method: 'fleet_missed' | 'fleet_missedLogs',
  params: readonly Json[],
  subscriber: Subscriber,
  pace: Pace,
) => Promise<Result>

/** What a subscriber has missed, from the blocks of its own node. */
export function pastSource(
  read: PastRead,
  criterion: LogCriterion | undefined,
  subscriber: Subscriber,
  pace: Pace,
): PastSource {
  const filter = criterion && {
    address: criterion.addresses.map(toHex),
    topics: criterion.topics.map((alternatives) => alternatives.map(toHex)),
  }
  const textOf = async (method: Parameters<PastRead>[0], params: readonly Json[]): Promise<string> => {
    const text = await resultText(await read(method, params, subscriber, pace))
    return text
  }
  const readIn = async <Read>(
    text: Promise<string>,
    read: (text: string) => Read | undefined,
  ): Promise<Read> => {
    const found = read(await text)
    if (found === undefined) throw new Error('a block of the chain is not stored any more')
    return found
  }
  return {
    logsOf:
      filter &&
      ((hash, isRemoved) =>
        readIn(textOf('fleet_missedLogs', [toHex(hash), filter, isRemoved]), deliveredIn)),
    part: ({ hash }, from) => {
      const place = [toQuantity(from.block), filter ?? null, toQuantity(from.skipped)]
      return readIn(textOf('fleet_missed', [toHex(hash), ...place]), partIn(from))
    },
  }
}

const indexForm = /"logIndex":"(0x[0-9a-f]{1,8})"/
const nextForm = /^\{"next":(\d{1,15}),"skipped":(\d{1,15}),/

/** The logs in the answer of `fleet_missedLogs`; undefined for another answer. */
export function deliveredIn(text: string): DeliveredLog[] | undefined {
  if (!text.startsWith('[')) return undefined
  return payloadsIn(text)?.map((log) => ({ index: Number(indexForm.exec(log)?.[1]), text: log }))
}

/** The part in an answer of `fleet_missed` to a question from a place on; undefined for another answer. */
export const partIn =
  ({ block, skipped }: BranchPlace) =>
  (text: string): BranchPart | undefined => {
    const [, nextBlock, nextSkipped] = nextForm.exec(text) ?? []
    const payloads = payloadsIn(text)
    if (nextBlock === undefined || payloads === undefined) return undefined
    const next = { block: Number(nextBlock), skipped: Number(nextSkipped) }
    // A part that does not go on would be asked for again and again.
    const goesOn = next.block > block || (next.block === block && next.skipped > skipped)
    return goesOn ? { next, payloads } : undefined
  }
