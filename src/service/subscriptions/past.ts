import type { Hash } from '../../primitives/bytes.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { BlockName, BranchPart, BranchPlace, DeliveredLog } from '../../rpc/logs/branch.ts'
import type { ChainPosition } from '../../rpc/params/chainPosition.ts'

/** The way from the position of a subscriber to the block at which it joins the others. */
export interface Past {
  readonly position: ChainPosition
  /** Blocks from the position down to the meeting point, without it: they have left the chain. */
  readonly left: readonly Hash[]
  /** The newest block that both branches have. */
  readonly meeting: number
  readonly tip: BlockName
}

/** Where the payloads of the past are read. Rejects when they cannot be read any more. */
export interface PastSource {
  /** Undefined for a subscription to heads, which does not tell of blocks that left. */
  readonly logsOf: ((block: Hash, isRemoved: boolean) => Later<readonly DeliveredLog[]>) | undefined
  readonly part: (tip: BlockName, from: BranchPlace) => Later<BranchPart>
}

const textsOf = (logs: readonly DeliveredLog[]): string[] => logs.map(({ text }) => text)

/** What the subscriber has missed, in the order in which others were told. */
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

/** Whether the subscriber has a log of its last block. The logs of a block are told, and undone, in their order. */
const has = ({ log }: ChainPosition, index: number): boolean =>
  log === undefined || (log.isRemoved ? index > log.index : index <= log.index)
