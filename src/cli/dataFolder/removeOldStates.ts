import { setImmediate } from 'node:timers/promises'
import { pruneStates } from '../../chain/pruning/pruneStates.ts'
import { stateTables } from '../../chain/storage/stateTables.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Store } from '../../store/store.ts'
import { PartProgress } from '../terminal/partProgress.ts'
import { counted } from '../terminal/quantities.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'

export const smallestHistory = 1

/** Keeps the states of the last blocks. Returns the exit code of the signal that stopped it; undefined at the end. */
export async function removeOldStates(
  store: Store,
  network: Network,
  history: number,
  terminal: Terminal,
): Promise<number | undefined> {
  const stop = new StopRequest()
  try {
    const progress = new PartProgress(terminal)
    for (const { what, done } of pruneStates(store, network, history)) {
      progress.show(undefined, `${counted(done)} ${what}`)
      await setImmediate()
      if (stop.exitCode !== undefined) return stop.exitCode
    }
    terminal.print(`states are kept from block ${stateTables(store).firstKept} on`)
    return undefined
  } finally {
    terminal.status?.clear()
    stop.forget()
  }
}
