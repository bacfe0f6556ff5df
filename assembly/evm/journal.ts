// Undo records of writes to storage cells and of logs, in one sequence, so that its length is a mark for
// rollbacks.
import {
  CELL_VALUE,
  JOURNAL,
  JOURNAL_CELL,
  JOURNAL_LENGTH,
  JOURNAL_LIMIT,
  JOURNAL_LOG_TOP,
  JOURNAL_RECORD_SIZE,
  JOURNAL_VALUE,
  LOG_COUNT,
  LOG_DRAINED,
  LOG_TOP,
} from '../../src/evm/layout'
import { exhausted } from './exhaustion'
import { copyWord } from './word'

@inline
function append(): u32 {
  const length = load<u32>(JOURNAL_LENGTH)
  if (length == JOURNAL_LIMIT) exhausted()
  store<u32>(JOURNAL_LENGTH, length + 1)
  return JOURNAL + length * JOURNAL_RECORD_SIZE
}

/** Records a cell's value before it is overwritten. */
export function journalWrite(cell: u32): void {
  const record = append()
  store<u32>(record, cell, JOURNAL_CELL)
  copyWord(record + JOURNAL_VALUE, cell + CELL_VALUE)
}

/** Records a log that is about to be appended. */
export function journalLog(): void {
  const record = append()
  store<u32>(record, 0, JOURNAL_CELL)
  store<u32>(record, load<u32>(LOG_TOP), JOURNAL_LOG_TOP)
  store<u32>(LOG_COUNT, load<u32>(LOG_COUNT) + 1)
}

/** Records a log that only the session holds. The session has already drained the buffer. */
export function journalDrainedLog(): void {
  journalLog()
  store<u32>(LOG_DRAINED, load<u32>(LOG_COUNT))
}

/** Undoes all records after the first `mark` and removes them. */
export function rollback(mark: u32): void {
  let length = load<u32>(JOURNAL_LENGTH)
  while (length > mark) {
    length--
    const record = JOURNAL + length * JOURNAL_RECORD_SIZE
    const cell = load<u32>(record, JOURNAL_CELL)
    if (cell == 0) dropLog(record)
    else copyWord(cell + CELL_VALUE, record + JOURNAL_VALUE)
  }
  store<u32>(JOURNAL_LENGTH, mark)
}

@inline
function dropLog(record: u32): void {
  const count = load<u32>(LOG_COUNT) - 1
  store<u32>(LOG_COUNT, count)
  if (count < load<u32>(LOG_DRAINED)) {
    store<u32>(LOG_DRAINED, count)
    store<u32>(LOG_TOP, 0)
  } else store<u32>(LOG_TOP, load<u32>(record, JOURNAL_LOG_TOP))
}

export function forgetJournal(): void {
  store<u32>(JOURNAL_LENGTH, 0)
  store<u32>(LOG_COUNT, 0)
  store<u32>(LOG_DRAINED, 0)
  store<u32>(LOG_TOP, 0)
}
