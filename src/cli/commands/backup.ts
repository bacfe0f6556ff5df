import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Blocks } from '../../chain/storage/blocks.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { copyServiceFolders } from '../../server/keys/apiKeyFolder.ts'
import { stampKeys } from '../../store/folder/stamp.ts'
import type { Reader, Store } from '../../store/store.ts'
import type { Command } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { copyChain } from '../dataFolder/copyChain.ts'
import { copyBytes, requireCopySpace } from '../dataFolder/copySpace.ts'
import { dataOption, explainFullDisk, readableStore, requiredData } from '../dataFolder/dataFolder.ts'
import { plural } from '../terminal/quantities.ts'

const backupCommand: Command = {
  name: 'backup',
  operands: 'DIR',
  description: `The copy in DIR is a data folder with the chain as it was when the command began: nodes and commands take it as
--data. The node may import blocks meanwhile; its file grows by what it changes. A backup that was stopped
or killed continues when the command is given again, and a later one into the same DIR writes only what has
changed; a DIR with a chain that has other blocks is refused. API keys, usage and wallets are copied too; the
identity of the node (node.key) is not, because two nodes must not have the same. cambium restore is the way back.`,
  examples: ['cambium backup /mnt/backup --network mainnet --data /var/lib/cambium'],
  options: [...networkOptions, dataOption],

  async run(given, terminal) {
    const [folder, ...others] = given.operands
    if (folder === undefined || others.length > 0) throw new UsageError('backup needs one DIR')
    const network = networkOf(given)
    const data = requiredData(given)
    const source = readableStore(data, network, { readsAhead: true })
    try {
      refuseOverlap(folder, data, network)
      const path = join(folder, network.name)
      requireCopySpace(path, copyBytes(source, path), terminal)
      const check = (target: Store, reader: Reader): void => refuseOtherChain(target, reader, network, path)
      copyChain({ source, from: data, to: folder, network, check }, terminal)
      const keys = copyServiceFolders(data, folder, { replaces: true })
      const alsoKeys = typeof keys === 'number' ? `, and ${folder} of ${plural(keys, 'API key')}` : ''
      terminal.print(`${path} holds a copy of the chain${alsoKeys}`)
    } catch (error) {
      throw explainFullDisk(error, folder)
    } finally {
      source.close()
    }
  },
}

export const commands = [backupCommand]

/**
 * A later backup makes the target equal to the source, so blocks that only the target has would be lost: those of
 * another node, or the newest ones when the two folders are exchanged.
 */
function refuseOtherChain(target: Store, source: Reader, network: Network, path: string): void {
  if (target.has('meta', stampKeys.incomplete)) return
  const head = new Blocks(target, network).headHash
  if (head === undefined || new Blocks(source, network).has(head)) return
  throw new CommandFailure(
    `${path} has blocks that the chain of --data does not have, and a backup would remove them: choose another folder`,
  )
}

/** Refuses a target that is the data folder or inside it. */
function refuseOverlap(folder: string, data: string, { name }: Network): void {
  const place = realPath(join(folder, name))
  const source = realPath(data)
  if (place === join(source, name)) {
    throw new CommandFailure(`${folder} is the data folder itself: choose another folder`)
  }
  if (place.startsWith(`${source}${sep}`)) {
    throw new CommandFailure(`${folder} is inside the data folder ${data}: choose a folder outside of it`)
  }
}

/** Without symbolic links; the last parts of the path may not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole) || dirname(whole) === whole) return realpathSync(whole)
  return join(realPath(dirname(whole)), basename(whole))
}
