import type { CopyProgress } from '../../store/copyStore.ts'
import { counted } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'

const intervalMs = 2_000

/** Tells the progress of a copy, at most every two seconds. */
export function copyTeller(
  terminal: Pick<Terminal, 'note'>,
  now: () => number = () => performance.now(),
): (progress: CopyProgress) => void {
  let toldAt = now()
  return ({ table, done }) => {
    if (now() - toldAt < intervalMs) return
    toldAt = now()
    terminal.note(`${counted(done)} entries of ${table} copied`)
  }
}
