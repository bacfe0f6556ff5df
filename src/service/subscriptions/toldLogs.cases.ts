/* A contract that emits logs, and the view of a subscriber to them. */

/** Emits logs with the topics 7, 8 and 7 when it is called: PUSH1 topic PUSH1 0 PUSH1 0 LOG1. */
const emitterCode = '600760006000a1600860006000a1600760006000a1'
export const emitterDeployment = `0x6015600c60003960156000f3${emitterCode}`
export const seven = `0x${'7'.padStart(64, '0')}`

export interface ToldLog {
  readonly blockHash: string
  readonly blockNumber: string
  readonly logIndex: string
  readonly removed: boolean
}

export const nameOf = ({ blockHash, logIndex }: ToldLog): string => `${blockHash} ${logIndex}`

/**
 * The logs that a client knows after notifications. Throws for a log that was delivered twice, or removed before it was
 * delivered.
 */
export function viewAfter(told: readonly ToldLog[]): string[] {
  const known = new Set<string>()
  for (const log of told) {
    if (log.removed ? !known.delete(nameOf(log)) : known.has(nameOf(log))) {
      throw new Error(`wrong: ${JSON.stringify(log)}`)
    }
    if (!log.removed) known.add(nameOf(log))
  }
  return [...known].toSorted()
}
