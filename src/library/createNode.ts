import type { MiningMode } from '../mining/miner.ts'
import { compiledFolders } from '../node/local/artifacts/compiledFolders.ts'
import type { CallLogOptions } from '../node/local/callLog/callLog.ts'
import type { NodeOptions } from '../node/nodeOptions.ts'
import { openNode } from '../node/openNode.ts'
import { warnOf } from '../platform/runtime.ts'
import { asAddress, emptyBytes } from '../primitives/bytes.ts'
import { hardforkSchedule } from '../protocol/networks/hardfork.ts'
import type { Allocation } from '../protocol/networks/network.ts'
import { type CheckedOptions, checkedOptions } from './checkedOptions.ts'
import type { CreateNodeOptions } from './createNodeOptions.ts'
import type { LocalNode } from './localNode.ts'
import { RunningNode } from './runningNode.ts'
import { isServedHere } from './servedPorts.ts'

/**
 * Starts a development chain inside the program, as `cambium dev` does, but without a port. The chain is in memory
 * unless `dataFolder` is given. Rejects with a `TypeError` that names the options that are wrong.
 */
export async function createNode(options: CreateNodeOptions = {}): Promise<LocalNode> {
  const checked = checkedOptions(options)
  if (checked.fork !== undefined && isServedHere(checked.fork.url)) throw forkOfOwnProcess()
  const node = await openNode(nodeOptions(checked))
  return new RunningNode(node, checked)
}

/** A fork waits for its origin in the thread that would have to answer. */
const forkOfOwnProcess = (): TypeError =>
  new TypeError(
    'fork.url is served by this process, which cannot answer while the fork reads: serve the origin with cambium dev in a process of its own, or copy it with anvil_dumpState and anvil_loadState',
  )

function nodeOptions(checked: CheckedOptions): NodeOptions {
  const { mining, peg = false, allocations, coinbase, artifacts: folder, ...shared } = checked
  const artifacts = compiledFolders(folder ?? false, '.')
  const upgrades = hardforkSchedule(shared.upgrades, { acceptTyped: true, ...checked })
  return {
    ...shared,
    ...(upgrades && { upgrades }),
    development: {
      skipRemasc: true,
      ...shared,
      ...(allocations && { allocations: allocations.map(allocationOf) }),
    },
    mining: miningMode(mining),
    ...(coinbase && { coinbase: asAddress(coinbase) }),
    ...(peg !== false && { peg: peg === true ? {} : peg }),
    ...(artifacts && { artifacts }),
    ...callLog(checked),
  }
}

/** Cells belong to a contract: an account with storage has code, if only an empty one. */
const allocationOf = (account: NonNullable<CheckedOptions['allocations']>[number]): Allocation => ({
  balance: 0n,
  ...(account.storage && { code: emptyBytes }),
  ...account,
  address: asAddress(account.address),
})

function miningMode(mining: CheckedOptions['mining'] = 'transaction'): MiningMode {
  if (mining === 'transaction') return { kind: 'per-transaction' }
  return mining === 'manual' ? { kind: 'manual' } : { kind: 'interval', milliseconds: mining.everyMs }
}

/** An error of the program's functions is reported; the transaction that is logged goes on. */
function callLog({ onLine, onConsole, verbose, onError = warnOf }: CheckedOptions): {
  readonly callLog?: CallLogOptions
} {
  const reporting = (listener: (text: string) => void) => (text: string) => {
    try {
      listener(text)
    } catch (error) {
      onError(error)
    }
  }
  if (onLine === undefined && onConsole === undefined) return {}
  return {
    callLog: {
      isVerbose: verbose,
      onLine: onLine && reporting(onLine),
      onConsole: onConsole && reporting(onConsole),
    },
  }
}
