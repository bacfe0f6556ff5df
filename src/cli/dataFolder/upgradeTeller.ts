import type { UpgradeProgress } from '../../chain/upgrade/upgradeFolder.ts'
import { counted } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'

const intervalMs = 2_000

/** Tells the progress of an upgrade of the data folder, at most every two seconds. */
export function upgradeTeller(
  terminal: Pick<Terminal, 'note'>,
  now: () => number = () => performance.now(),
): (progress: UpgradeProgress) => void {
  let toldAt: number | undefined
  return ({ what, done, total }) => {
    if (toldAt !== undefined && now() - toldAt < intervalMs) return
    toldAt = now()
    const all = total === undefined ? '' : ` of ${counted(total)}`
    terminal.note(`upgrading the data folder: ${counted(done)}${all} ${what}`)
  }
}
