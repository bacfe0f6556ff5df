import type { Later } from '../../../primitives/work/later.ts'
import { Slice } from '../../../primitives/work/turns.ts'
import type { Block } from '../../../protocol/block.ts'
import type { WorkMeter } from '../../budget/workMeter.ts'
import { prices } from '../../budget/workPrices.ts'

/** Mines blocks one after the other: other calls have their turns between two of them. A single block is mined at once. */
export function mineInSlices(count: number, work: WorkMeter, mine: (index: number) => Block): Later<void> {
  const mineNext = (index: number): void => {
    const { header, transactions } = mine(index)
    work.addDone(prices.minedBlock)
    work.addGas(header.gasUsed, transactions.length)
  }
  const mineRest = async (): Promise<void> => {
    for (let index = 1; index < count; index++) {
      if (slice.isOver) await slice.pause()
      mineNext(index)
    }
  }
  const slice = new Slice()
  if (count > 0) mineNext(0)
  return count > 1 ? mineRest() : undefined
}
