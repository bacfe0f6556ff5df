import { Panel } from '../../../shared/parts/facts.tsx'
import { LoadedPart } from '../../../shared/parts/notices.tsx'
import { goTo, route } from '../../../shared/routing/route.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { ask } from '../../admin/adminClient.ts'
import type { Usage } from '../../admin/answers.ts'
import { Choice } from '../../parts/choice.tsx'
import { CsvButton } from './csvButton.tsx'
import { UsageCurves } from './usageCurves.tsx'
import { UsageTable } from './usageTable.tsx'

const spans = [
  { value: 1, name: 'day' },
  { value: 7, name: 'week' },
  { value: 30, name: '30 days' },
  { value: 90, name: '90 days' },
]
const groupings = [
  { value: 'key', name: 'key' },
  { value: 'method', name: 'method' },
  { value: 'network', name: 'network' },
  { value: 'key,method', name: 'key and method' },
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
        <Choice label="Last" value={days} options={spans} onChoose={(value) => choose('days', value)} />
        <Choice label="By" value={by} options={groupings} onChoose={(value) => choose('by', value)} />
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
