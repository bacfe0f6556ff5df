import { brackets, enclosed, inParts } from '../../../rpc/json/parts.ts'
import { type Group, type Period, type UsageQuery, type UsageRow, usageRows } from '../../usage/usageQuery.ts'
import { hourMs, hourOf, hoursKept } from '../../usage/usageStore.ts'
import { type AdminContext, AdminError, type AdminRequest, type AdminRoute } from '../adminRoute.ts'

const parameters = [
  { name: 'from', summary: 'ISO time or milliseconds since 1970; a day ago if absent' },
  { name: 'to', summary: 'the same for the end; now if absent' },
  { name: 'key', summary: 'id of a key, or `guest`; all if absent' },
  { name: 'network', summary: 'all if absent' },
  { name: 'method', summary: 'all if absent' },
  { name: 'period', summary: '`hour`, `day` or `total`; `hour` if absent' },
  { name: 'by', summary: 'any of `key`, `network` and `method`, separated by commas; `key` if absent' },
]

export const usageRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/api/usage',
    summary: `What callers used: calls, errors, units, gas, logs and bytes. Hours are kept for ${hoursKept / 24} days. More than 100,000 rows are refused.`,
    parameters,
    answer: async (request, context) => ({
      written: inParts(enclosed(brackets, rowTexts(await rowsFor(request, context)))),
    }),
  },
  {
    method: 'GET',
    path: '/api/usage.csv',
    summary: 'The same as comma-separated values.',
    parameters,
    answer: async (request, context) => ({
      written: inParts(lines(await rowsFor(request, context))),
      contentType: 'text/csv; charset=utf-8',
    }),
  },
]

async function rowsFor({ query }: AdminRequest, { history, now }: AdminContext): Promise<UsageRow[]> {
  const rows = await usageRows(history, queryOf(query, now()))
  if (rows !== undefined) return rows
  throw new AdminError(400, 'too many rows: ask for less time, a longer period or fewer groups')
}

function queryOf(query: URLSearchParams, now: number): UsageQuery {
  return {
    first: hourOf(timeIn(query, 'from') ?? now - 24 * hourMs),
    last: hourOf(timeIn(query, 'to') ?? now),
    key: query.get('key') ?? undefined,
    network: query.get('network') ?? undefined,
    method: query.get('method') ?? undefined,
    period: oneOf(periods, query.get('period') ?? 'hour', 'period'),
    groups: (query.get('by') ?? 'key')
      .split(',')
      .filter((name) => name !== '')
      .map((name) => oneOf(groups, name, 'by')),
  }
}

const periods: readonly Period[] = ['hour', 'day', 'total']
const groups: readonly Group[] = ['key', 'network', 'method']

function oneOf<Name extends string>(names: readonly Name[], given: string, where: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new AdminError(400, `${where} is not one of ${names.join(', ')}`)
  return found
}

function timeIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const time = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)
  if (time >= 0) return time
  throw new AdminError(400, `${name} is not a time: use 2026-01-31T12:00Z or milliseconds since 1970`)
}

function* rowTexts(rows: readonly UsageRow[]): Generator<string, void, undefined> {
  for (const { usage: used, time, ...labels } of rows) {
    const shownTime = time === undefined ? undefined : new Date(time).toISOString()
    yield JSON.stringify({ time: shownTime, ...labels, ...used })
  }
}

const columns = ['units', 'calls', 'errors', 'gas', 'logs', 'bytes'] as const

/** CSV without quotes: ids, names of networks and methods, and numbers do not need them. */
function* lines(rows: readonly UsageRow[]): Generator<string, void, undefined> {
  yield `${['time', 'key', 'network', 'method', ...columns]}\r\n`
  for (const { time, key = '', network = '', method = '', usage: used } of rows) {
    const shownTime = time === undefined ? '' : new Date(time).toISOString()
    yield `${[shownTime, key, network, method, ...columns.map((column) => used[column])]}\r\n`
  }
}
