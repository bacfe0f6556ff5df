import { integerOf, toQuantity } from '../../../shared/format/quantity.ts'
import type { Hex, Log } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { RpcError } from '../../../shared/rpc/rpcError.ts'

export interface LogFilter {
  readonly address?: Hex
  readonly topics: readonly (null | string | readonly string[])[]
}

export interface FoundLogs {
  /** Newest first. */
  readonly logs: readonly Log[]
  /** The lowest block that was searched. */
  readonly from: bigint
}

/** Blocks of the first search; each further one looks at eight times as many. */
const firstBlocks = 5_000n
const maximumSearches = 14

/**
 * Searches backwards from a block until there are enough logs, or the chain begins. A node answers a bounded number of
 * logs, so a search that finds too many is repeated with fewer blocks.
 */
export async function searchLogs(
  filters: readonly LogFilter[],
  to: bigint,
  enough: number,
): Promise<FoundLogs> {
  const logs: Log[] = []
  let [upper, blocks] = [to, firstBlocks]
  for (let search = 0; search < maximumSearches; search++) {
    const from = upper >= blocks ? upper - blocks + 1n : 0n
    const found = await logsBetween(filters, from, upper).catch((error: unknown) => {
      if (blocks > 1n && isTooMany(error)) return undefined
      throw error
    })
    if (found === undefined) {
      blocks = blocks > 16n ? blocks / 16n : 1n
      continue
    }
    logs.push(...found)
    if (from === 0n || logs.length >= enough) return { logs, from }
    upper = from - 1n
    blocks *= 8n
  }
  return { logs, from: upper + 1n }
}

const isTooMany = (error: unknown): boolean =>
  error instanceof RpcError && !error.isUnreachable && /more than|too many|range|limit/i.test(error.message)

async function logsBetween(filters: readonly LogFilter[], from: bigint, to: bigint): Promise<Log[]> {
  const answers = await Promise.all(
    filters.map((filter) =>
      call<readonly Log[]>('eth_getLogs', {
        ...filter,
        fromBlock: toQuantity(from),
        toBlock: toQuantity(to),
      }),
    ),
  )
  const byPlace = new Map(answers.flat().map((log) => [`${log.blockNumber} ${log.logIndex}`, log]))
  return [...byPlace.values()].sort(newerFirst)
}

const newerFirst = (one: Log, other: Log): number =>
  Number(integerOf(other.blockNumber) - integerOf(one.blockNumber)) ||
  Number(integerOf(other.logIndex) - integerOf(one.logIndex))
