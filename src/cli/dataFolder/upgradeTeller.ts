import type { UpgradeProgress } from '../../chain/upgrade/upgradeFolder.ts'
import { PartProgress } from '../terminal/partProgress.ts'
import { counted } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Says that the data folder is being upgraded, then tells the progress. */
export function upgradeTeller(
  terminal: Pick<Terminal, 'note' | 'status'>,
): (progress: UpgradeProgress) => void {
  let progress: PartProgress | undefined
  return ({ what, done, total }) => {
    if (progress === undefined) {
      terminal.note('upgrading the data folder to the format of this version')
      progress = new PartProgress(terminal)
    }
    const all = total === undefined ? '' : ` of ${counted(total)}`
    const part = total === undefined ? undefined : Math.min(1, done / Math.max(1, total))
    progress.show(part, `${counted(done)}${all} ${what} upgraded`)
  }
}
