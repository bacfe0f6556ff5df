import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { replayBlock } from '../replay/blockReplay.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import { touchedTrace } from '../replay/transactionTrace.ts'
import { accountChanges, type StateChange } from './stateChanges.ts'

/** Called with what a transaction has changed. */
export type ChangesReader = (changes: readonly StateChange[], index: number) => void

/** Executes a block up to the last wanted transaction, and reads what each wanted one has changed. */
export function readBlockChanges(
  block: StoredBlock,
  context: TraceContext,
  isWanted: (index: number) => boolean,
  read: ChangesReader,
): void {
  if (block.number === 0) return
  const last = block.transactions.findLastIndex((_, index) => isWanted(index))
  replayBlock(block, context, last, (index) =>
    isWanted(index)
      ? touchedTrace((touched, state) =>
          read(
            [...touched.accounts()].flatMap((account) => accountChanges(account, state)),
            index,
          ),
        )
      : undefined,
  )
}
