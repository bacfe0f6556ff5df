import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Later } from '../../primitives/work/later.ts'
import { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { nodeClosed } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import { type Result, resultText } from '../../rpc/json/result.ts'
import type { BlockName, BranchPart, BranchPlace, DeliveredLog } from '../../rpc/logs/branch.ts'
import { payloadsIn } from '../../rpc/logs/payloadLines.ts'
import type { ReadMethod } from '../../rpc/method/methodFacts.ts'
import type { Pace, Subscriber } from '../../rpc/method/subscribing.ts'
import { fleetMissed, fleetMissedLogs } from '../../rpc/modules/fleet/missed.ts'
import type { ChainPosition } from '../../rpc/params/chainPosition.ts'

/** The path from the position of a subscriber to the block at which it joins the live feed. */
export interface Past {
  readonly position: ChainPosition
  /** Blocks from the position down to the meeting point, exclusive: they have left the chain. */
  readonly left: readonly Hash[]
  /** The number of the newest block that both branches have. */
  readonly meeting: number
  readonly tip: BlockName
}

/** Reads the payloads of the past. Rejects when they are not stored any more. */
export interface PastSource {
  /** Undefined for a subscription to heads, which does not announce removed blocks. */
  readonly logsOf: ((block: Hash, isRemoved: boolean) => Later<readonly DeliveredLog[]>) | undefined
  readonly part: (tip: BlockName, from: BranchPlace) => Later<BranchPart>
}

const textsOf = (logs: readonly DeliveredLog[]): string[] => logs.map(({ text }) => text)

/** The payloads that the subscriber has missed, in the order of the live feed. */
export async function* missedPayloads(
  { position, left, meeting, tip }: Past,
  { logsOf, part }: PastSource,
): AsyncGenerator<readonly string[]> {
  if (logsOf !== undefined) {
    for (const [index, block] of left.entries()) {
      const logs = await logsOf(block, true)
      yield textsOf(index === 0 ? logs.filter(({ index }) => has(position, index)) : logs)
    }
    if (left.length === 0 && position.log !== undefined) {
      yield textsOf((await logsOf(position.hash, false)).filter(({ index }) => !has(position, index)))
    }
  }
  for (let from: BranchPlace = { block: meeting + 1, skipped: 0 }; from.block <= tip.number; ) {
    const { payloads, next } = await part(tip, from)
    yield payloads
    from = next
  }
}

/** Whether the subscriber has received a log of its last block. The logs of a block are delivered, and removed, in order. */
const has = ({ log }: ChainPosition, index: number): boolean =>
  log === undefined || (log.isRemoved ? index > log.index : index <= log.index)

/** Reads stored blocks for a subscriber where its heavy reads run. */
export type PastRead = (
  method: ReadMethod,
  params: readonly Json[],
  subscriber: Subscriber,
  pace: Pace,
) => Promise<Result>

/** Reads what a subscriber has missed as a call of the client, which pays for it. */
export const readPast: PastRead = async (method, params, { call }, pace) => {
  if (pace.isGone) throw nodeClosed()
  const meter = new WorkMeter()
  try {
    return await call.ask(method, params, meter)
  } finally {
    pace.worked(meter.work(0))
  }
}

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
  const readIn = async <Read>(
    method: ReadMethod,
    params: readonly Json[],
    foundIn: (text: string) => Read | undefined,
  ): Promise<Read> => {
    const found = foundIn(await resultText(await read(method, params, subscriber, pace)))
    if (found === undefined) throw new Error('a block of the chain is not stored any more')
    return found
  }
  return {
    logsOf:
      filter && ((hash, isRemoved) => readIn(fleetMissedLogs, [toHex(hash), filter, isRemoved], deliveredIn)),
    part: ({ hash }, from) => {
      const place = [toQuantity(from.block), filter ?? null, toQuantity(from.skipped)]
      return readIn(fleetMissed, [toHex(hash), ...place], partIn(from))
    },
  }
}

const indexForm = /"logIndex":"(0x[0-9a-f]{1,8})"/
const nextForm = /^\{"next":(\d{1,15}),"skipped":(\d{1,15}),/

/** Decodes the answer of `fleet_missedLogs`; undefined for any other text. */
export function deliveredIn(text: string): DeliveredLog[] | undefined {
  if (!text.startsWith('[')) return undefined
  return payloadsIn(text)?.map((log) => ({ index: Number(indexForm.exec(log)?.[1]), text: log }))
}

/** Decodes the answer of `fleet_missed` to a request that starts at a place; undefined for any other text. */
export const partIn =
  ({ block, skipped }: BranchPlace) =>
  (text: string): BranchPart | undefined => {
    const [, nextBlock, nextSkipped] = nextForm.exec(text) ?? []
    const payloads = payloadsIn(text)
    if (nextBlock === undefined || payloads === undefined) return undefined
    const next = { block: Number(nextBlock), skipped: Number(nextSkipped) }
    // A part without progress would be requested forever.
    const goesOn = next.block > block || (next.block === block && next.skipped > skipped)
    return goesOn ? { next, payloads } : undefined
  }
