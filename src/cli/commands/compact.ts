import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compactStore } from '../../chain/compactStore.ts'
import { chainStamp } from '../../chain/openChain.ts'
import { openStore } from '../../store/openStore.ts'
import type { Command } from '../commandLine/command.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { copyBytes, requireCopySpace } from '../dataFolder/copySpace.ts'
import { dataOption, existingStore, explainFullDisk, requiredData } from '../dataFolder/dataFolder.ts'
import { bytes } from '../terminal/quantities.ts'
import { WorkLine } from '../terminal/workLine.ts'

const dataFile = 'data.mdb'
const lockFile = 'lock.mdb'
/** The new file is made in this folder inside that of the network. */
const workFolder = 'compacting'

const compactCommand: Command = {
  name: 'compact',
  description: `The node of the folder must be stopped, and the disk must have room for the new file beside the old one, which
it replaces at the end. Running readers (--role reader) open the new file; while another program reads the folder,
as a backup does, the command is refused. A stopped or killed run continues when the command is given again; the old file stays
in use until the new one is complete. States that are stored node by node, as those of a snapshot and of older
versions are, become smaller: their nodes are stored in clusters then.`,
  examples: ['cambium compact --network mainnet --data /var/lib/cambium'],
  options: [...networkOptions, dataOption],

  async run(given, terminal) {
    const network = networkOf(given)
    const data = requiredData(given)
    const folder = join(data, network.name)
    const work = join(folder, workFolder)
    const openSource = () => existingStore(data, network, { replacesFile: true, readsAhead: true })
    const source = openSource()
    const before = statSync(join(folder, dataFile)).size
    try {
      requireCopySpace(work, copyBytes(source, work), terminal)
      const target = openStore({ path: work, ...chainStamp(network), acceptsIncomplete: true })
      try {
        const progress = new WorkLine(terminal)
        // This process alone may write, so the source does not change.
        for (const step of compactStore(source, target, network)) progress.show(step)
        progress.finish()
      } finally {
        target.close()
      }
      source.close()
    } catch (error) {
      source.close()
      throw explainFullDisk(error, folder, `${work} has the unfinished file, which may be removed`)
    }
    // A reader that began meanwhile would keep the old file.
    openSource().close()
    renameSync(join(work, dataFile), join(folder, dataFile))
    rmSync(join(folder, lockFile), { force: true })
    rmSync(work, { recursive: true })
    const after = statSync(join(folder, dataFile)).size
    terminal.print(`${bytes(before)} became ${bytes(after)}`)
  },
}

export const commands = [compactCommand]
