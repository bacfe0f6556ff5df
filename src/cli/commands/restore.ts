import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { verifyChain } from '../../chain/verify/verifyChain.ts'
import { stagesOf } from '../../primitives/work/workProgress.ts'
import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { copyServiceFolders } from '../../server/keys/apiKeyFolder.ts'
import { stampKeys } from '../../store/folder/stamp.ts'
import type { Store } from '../../store/store.ts'
import type { Command, GivenWords } from '../commandLine/command.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'
import { isLocal } from '../configuration/localNetwork.ts'
import { networkOf, networkOptions } from '../configuration/networkOption.ts'
import { copyChain } from '../dataFolder/copyChain.ts'
import { copyBytes, requireCopySpace } from '../dataFolder/copySpace.ts'
import {
  dataOption,
  explainFullDisk,
  readableStore,
  refuseInnerFolder,
  requiredData,
} from '../dataFolder/dataFolder.ts'
import { readApart } from '../dataFolder/readApart.ts'
import { counted, plural } from '../terminal/quantities.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { WorkLine } from '../terminal/workLine.ts'

/** Verifying a chain takes about four times as long as copying it. */
const [verifying, copying] = stagesOf([4, 1])

const restoreCommand: Command = {
  name: 'restore',
  operands: 'FROM',
  description: `FROM is a folder that cambium backup has made. Its chains are verified and copied to the folder of --data, all of
them or that of --network, with API keys, usage and wallets. A chain that the folder of --data has already is not
replaced: stop its node and move it away first. API keys that are there stay as they are. A restore that was
stopped or killed continues when the command is given again.`,
  examples: ['cambium restore /mnt/backup --data /var/lib/cambium'],
  options: [...networkOptions, dataOption],

  async run(given, terminal) {
    const [from, ...others] = given.operands
    if (from === undefined || others.length > 0) throw new UsageError('restore needs one FROM')
    const data = requiredData(given)
    refuseInnerFolder(data)
    refuseInnerFolder(from)
    const chains = chainsIn(from, given)
    return readApart(given, { file: from, advice: 'use another backup' }, async () => {
      requireCopySpace(data, neededFor(chains, from, data), terminal)
      for (const network of chains) await restore(network, { from, data }, given, terminal)
      printKeys(copyServiceFolders(from, data, { replaces: false }), data, terminal)
    })
  },
}

export const commands = [restoreCommand]

/** The network that was asked for, or all that the backup has. */
function chainsIn(from: string, given: GivenWords): Network[] {
  if (given.options.has('network')) return [networkOf(given)]
  const found = Object.values(networks).filter(({ name }) => existsSync(join(from, name, 'data.mdb')))
  if (found.length === 0)
    throw new CommandFailure(`${from} has no chain: name the folder that cambium backup was given`)
  // The local chain may have upgrade heights of its own.
  return found.map((network) => (isLocal(network.name) ? networkOf(given) : network))
}

/** Bytes that the copies of all chains need. */
function neededFor(chains: readonly Network[], from: string, data: string): number {
  let needed = 0
  for (const network of chains) {
    const source = readableStore(from, network, { readsAhead: true })
    needed += copyBytes(source, join(data, network.name))
    source.close()
  }
  return needed
}

async function restore(
  network: Network,
  { from, data }: { readonly from: string; readonly data: string },
  given: GivenWords,
  terminal: Terminal,
): Promise<void> {
  const source = readableStore(from, network, { readsAhead: true })
  try {
    await verify(source, network, from, given, terminal)
    const path = join(data, network.name)
    given.reportToParent?.(`${path}, which is to be restored`)
    const check = (target: Store): void => refuseChain(target, path)
    const number = copyChain({ source, from, to: data, network, check, whole: copying! }, terminal)
    terminal.print(`${network.name}: restored up to block ${counted(number)}`)
  } catch (error) {
    throw explainFullDisk(error, data)
  } finally {
    source.close()
  }
}

/** A folder without the mark of an incomplete copy has a chain, which may be newer than the backup. */
function refuseChain(target: Store, path: string): void {
  if (target.has('meta', stampKeys.incomplete)) return
  throw new CommandFailure(`${path} has a chain already: stop its node and move it away first`)
}

/** Refuses a damaged backup before anything is copied. */
async function verify(
  source: Store,
  network: Network,
  from: string,
  { reportToParent }: GivenWords,
  terminal: Terminal,
): Promise<void> {
  const progress = new WorkLine(terminal)
  let findings = 0
  for (const step of verifyChain(source, network)) {
    if ('finding' in step) findings++
    else if ('begins' in step) reportToParent?.(`${step.begins} of ${network.name}`)
    else {
      const { what, part = 0 } = step.progress
      progress.show({ ...step.progress, what: `${what} of ${network.name}`, part: verifying!(part) })
    }
    await setImmediate()
  }
  progress.finish()
  if (findings === 0) return
  throw new CommandFailure(
    `the backup of ${network.name} has ${plural(findings, 'damaged part')}, which cambium verify --network ${network.name} --data ${from} lists: use another backup, or repair this one`,
  )
}

function printKeys(copied: number | undefined | 'kept', data: string, terminal: Terminal): void {
  if (copied === 'kept') terminal.print(`${data} has API keys already, which stay as they are`)
  else if (copied !== undefined) terminal.print(`${plural(copied, 'API key')} restored`)
}
