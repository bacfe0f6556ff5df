import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chainStamp } from '../../chain/openChain.ts'
import { Blocks } from '../../chain/storage/blocks.ts'
import { createFolders } from '../../primitives/createFolders.ts'
import { reasonOf } from '../../primitives/errors.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { copyStore } from '../../store/copyStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Reader, Store } from '../../store/store.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { WorkLine } from '../terminal/workLine.ts'

/** The encrypted keys of a local chain's wallet. */
const keystoreFolder = 'keystore'

export interface ChainCopy {
  readonly source: Store
  /** The data folders. */
  readonly from: string
  readonly to: string
  readonly network: Network
  /** Throws when the copy must not be made. */
  readonly check: (target: Store, source: Reader) => void
  /** The part of the whole work, of which the copy is a stage. */
  readonly whole?: (part: number) => number
}

/** Makes the chain and the wallet in one data folder equal to those of another; returns the number of the best block. */
export function copyChain(
  { source, from, to, network, check, whole = (part) => part }: ChainCopy,
  terminal: Terminal,
): number {
  createTarget(to)
  const path = join(to, network.name)
  const target = openStore({ path, ...chainStamp(network), acceptsIncomplete: true })
  try {
    const progress = new WorkLine(terminal)
    source.snapshot((reader) => {
      check(target, reader)
      for (const { table, done, part } of copyStore(reader, target))
        progress.show({
          what: `entries of ${table} of ${network.name} copied`,
          done,
          part: part && whole(part),
        })
    })
    progress.finish()
    const keystore = join(from, network.name, keystoreFolder)
    if (existsSync(keystore)) cpSync(keystore, join(path, keystoreFolder), { recursive: true })
    return new Blocks(target, network).head.number
  } finally {
    target.close()
  }
}

function createTarget(folder: string): void {
  try {
    createFolders(folder, 0o700)
  } catch (error) {
    throw new CommandFailure(`${folder} cannot be created: ${reasonOf(error)}`)
  }
}
