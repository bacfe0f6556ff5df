import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Json } from '../json/json.ts'
import { type Result, resultText } from '../json/result.ts'
import type { BranchPart, DeliveredLog } from './branch.ts'
import type { PastSource } from './past.ts'
import { payloadsIn } from './payloadLines.ts'
import type { Pace } from './resumption.ts'

/** Who resumes a subscription. */
export interface Subscriber {
  readonly name: string
  readonly hasKey: boolean
}

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
    if (text === 'null') throw new Error('a block of the chain is not stored any more')
    return text
  }
  return {
    logsOf:
      filter &&
      (async (hash, isRemoved) =>
        deliveredIn(await textOf('fleet_missedLogs', [toHex(hash), filter, isRemoved]))),
    part: async ({ hash }, from) =>
      partIn(await textOf('fleet_missed', [toHex(hash), toQuantity(from), filter ?? null])),
  }
}

const indexForm = /"logIndex":"(0x[0-9a-f]+)"/
const nextForm = /^\{"next":(\d+)/

/** The logs in the answer of `fleet_missedLogs`. */
const deliveredIn = (text: string): DeliveredLog[] =>
  (payloadsIn(text) ?? []).map((log) => ({ index: Number(indexForm.exec(log)?.[1]), text: log }))

/** The part in the answer of `fleet_missed`. */
function partIn(text: string): BranchPart {
  const [, next] = nextForm.exec(text) ?? []
  return { next: Number(next), payloads: payloadsIn(text) ?? [] }
}
