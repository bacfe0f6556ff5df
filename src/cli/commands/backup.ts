import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chainStamp } from '../../chain/chainStamp.ts'
import { createFolders } from '../../primitives/createFolders.ts'
import { copyStore } from '../../store/copyStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Command } from '../commandLine/command.ts'
import { CommandFailure, exitCodes, UsageError } from '../commandLine/errors.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { copyTeller } from '../dataFolder/copyTeller.ts'
import { dataOption, readableStore, requiredData } from '../dataFolder/dataFolder.ts'
import { explainFullDisk } from '../dataFolder/fullDisk.ts'

export const backupCommand: Command = {
  name: 'backup',
  operands: 'DIR',
  description: `The copy in DIR is a data folder with the chain as it was when the command began: nodes and commands take it as
--data. The node may import blocks meanwhile; its file grows by what it changes. A backup that was stopped
or killed continues when the command is given again, and a later one into the same DIR writes only what has
changed. Wallets, the identity of the node and API keys are not copied.`,
  examples: ['cambium backup /mnt/backup --network mainnet --data /var/lib/cambium'],
  options: [...networkOptions, dataOption],

  async run(given, terminal) {
    const [folder, ...others] = given.operands
    if (folder === undefined || others.length > 0) throw new UsageError('backup needs one DIR')
    const network = networkOf(given)
    const data = requiredData(given)
    const source = readableStore(data, network)
    try {
      createFolders(folder, 0o700)
      if (realpathSync(folder) === realpathSync(resolve(data))) {
        throw new CommandFailure(`${folder} is the data folder itself: choose another folder`)
      }
      const path = join(folder, network.name)
      const target = openStore({ path, ...chainStamp(network), acceptsIncomplete: true })
      try {
        const tell = copyTeller(terminal)
        source.snapshot((reader) => {
          for (const progress of copyStore(reader, target)) tell(progress)
        })
      } finally {
        target.close()
      }
      terminal.print(`${path} holds a copy of the chain`)
      return exitCodes.success
    } catch (error) {
      throw explainFullDisk(error, folder)
    } finally {
      source.close()
    }
  },
}
