import type { Lag } from '../../rpc/node/lag.ts'
import { spareBytes } from '../../store/folder/diskSpace.ts'

/** Whether a network is useful to clients now, and if not, why. */
export interface Readiness {
  readonly ready: boolean
  readonly reasons: readonly string[]
}

export interface ReadinessFacts {
  readonly lag: Lag | undefined
  readonly peers: number
  /** Space that is left for the network's data; undefined when it is in memory. */
  readonly freeBytes: number | undefined
}

export function readinessOf({ lag, peers, freeBytes }: ReadinessFacts): Readiness {
  const reasons = [...lagReasons(lag, peers)]
  if (freeBytes !== undefined && freeBytes < spareBytes) reasons.push('the disk is full')
  return { ready: reasons.length === 0, reasons }
}

function* lagReasons(lag: Lag | undefined, peers: number): Generator<string> {
  if (lag === undefined) return
  if (lag.kind === 'no-blocks') yield 'the chain has no blocks after the genesis block'
  else yield `the best block is ${lag.ageSeconds} seconds old`
  if (peers === 0) yield 'no peers are connected'
}
