import { addUsage, type Usage } from '../limits/usage.ts'
import { hourMs, type UsageOfHour, type UsageStore } from './usageStore.ts'

export type Period = 'hour' | 'day' | 'total'
export type Group = 'key' | 'network' | 'method'

/** Which usage is added up, and how it is divided. */
export interface UsageQuery {
  /** Hours since 1970; both are included. */
  readonly first: number
  readonly last: number
  /** Each undefined for all. */
  readonly key: string | undefined
  readonly network: string | undefined
  readonly method: string | undefined
  readonly period: Period
  readonly groups: readonly Group[]
}

export interface UsageRow {
  /** When the period begins, in milliseconds since 1970; undefined for the total. */
  readonly time: number | undefined
  /** Only those that the query divides by. */
  readonly key?: string
  readonly network?: string
  readonly method?: string
  readonly usage: Usage
}

/** Maximum rows of an answer, which take up to 50 MB. */
const maximumRows = 100_000

/** Adds the hours of the history up, in the order of time. Undefined when the answer would have too many rows. */
export async function usageRows(
  history: Pick<UsageStore, 'rows'>,
  query: UsageQuery,
  maximum = maximumRows,
): Promise<UsageRow[] | undefined> {
  const rows = new Map<string, UsageRow>()
  for await (const hour of history.rows(query.first, query.last)) {
    if (!isWanted(hour, query)) continue
    const row = rowOf(hour, query)
    const name = JSON.stringify([row.time, row.key, row.network, row.method])
    const known = rows.get(name)
    if (known === undefined && rows.size === maximum) return undefined
    rows.set(name, known === undefined ? row : { ...known, usage: addUsage(known.usage, hour.usage) })
  }
  return [...rows.values()]
}

const isWanted = (hour: UsageOfHour, { key, network, method }: UsageQuery): boolean =>
  (key === undefined || hour.caller === key) &&
  (network === undefined || hour.network === network) &&
  (method === undefined || hour.method === method)

function rowOf({ hour, caller, network, method, usage }: UsageOfHour, query: UsageQuery): UsageRow {
  const has = (group: Group): boolean => query.groups.includes(group)
  return {
    time: timeOf(hour, query.period),
    ...(has('key') && { key: caller }),
    ...(has('network') && { network }),
    ...(has('method') && { method }),
    usage,
  }
}

function timeOf(hour: number, period: Period): number | undefined {
  if (period === 'total') return undefined
  return (period === 'day' ? hour - (hour % 24) : hour) * hourMs
}
