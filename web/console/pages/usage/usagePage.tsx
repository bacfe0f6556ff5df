import { Panel } from '../../../shared/parts/facts.tsx'
import { LoadedPart } from '../../../shared/parts/notices.tsx'
import { goTo, route } from '../../../shared/routing/route.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { ask } from '../../admin/adminClient.ts'
import type { Usage } from '../../admin/answers.ts'
import { CsvButton } from './csvButton.tsx'
import { UsageCurves } from './usageCurves.tsx'
import { UsageTable } from './usageTable.tsx'

const spans = [
  { days: 1, name: 'day' },
  { days: 7, name: 'week' },
  { days: 30, name: '30 days' },
  { days: 90, name: '90 days' },
]
const groupings = [
  { by: 'key', name: 'key' },
  { by: 'method', name: 'method' },
  { by: 'network', name: 'network' },
  { by: 'key,method', name: 'key and method' },
]

/** The choices of the user are in the address, so that a link shows the same. */
export function UsagePage() {
  const { query } = route.value
  const days = Number(query.get('days') ?? 1)
  const by = query.get('by') ?? (query.has('key') ? 'method' : 'key')
  const key = query.get('key') ?? ''
  const choose = (name: string, value: string): void => {
    const next = new URLSearchParams(query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    goTo(`#/usage?${next}`)
  }
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  const common = `from=${from}${key === '' ? '' : `&key=${encodeURIComponent(key)}`}`
  const period = days > 7 ? 'day' : 'hour'
  const identity = `${days} ${by} ${key}`
  const totals = useLoaded(
    () => ask<readonly Usage[]>(`usage?${common}&period=total&by=${by}`),
    `totals ${identity}`,
  )
  const series = useLoaded(
    () => ask<readonly Usage[]>(`usage?${common}&period=${period}&by=`),
    `series ${identity}`,
  )
  return (
    <>
      <h1>Usage</h1>
      <div class="controls">
        <label>
          Last
          <select value={String(days)} onChange={({ currentTarget }) => choose('days', currentTarget.value)}>
            {spans.map(({ days: length, name }) => (
              <option key={length} value={String(length)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          By
          <select value={by} onChange={({ currentTarget }) => choose('by', currentTarget.value)}>
            {groupings.map(({ by: groups, name }) => (
              <option key={groups} value={groups}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Key
          <input
            value={key}
            placeholder="all"
            spellcheck={false}
            onChange={({ currentTarget }) => choose('key', currentTarget.value.trim())}
          />
        </label>
        <CsvButton path={`usage.csv?${common}&period=${period}&by=key,network,method`} />
      </div>
      <LoadedPart loaded={series}>
        {(rows) => <UsageCurves rows={rows} period={period} days={days} />}
      </LoadedPart>
      <Panel title="In total">
        <LoadedPart loaded={totals}>{(rows) => <UsageTable rows={rows} />}</LoadedPart>
      </Panel>
    </>
  )
}
