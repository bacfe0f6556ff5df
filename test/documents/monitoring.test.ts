import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ExposedMetrics } from '../../src/server/metrics/exposedMetrics.ts'
import type { HostedNetwork } from '../../src/server/networks/hostedNetwork.ts'
import { textOf as documentText, filesIn } from './documents.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))
const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8')

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}

const dashboard: Dashboard = JSON.parse(textOf('grafana.json'))
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const gateway: HostedNetwork = {
  name: 'mainnet',
  origins: '*',
  isRequired: true,
  envelope: {
    read: () => ({ cost: 1, batch: [] }),
    answer: async () => Buffer.alloc(0),
    answerText: () => '',
  },
  head: () => ({ number: 0, hash: '0x' }),
  status: () => ({
    ...{ head: 0, pendingTransactions: 0, queuedTransactions: 0, peers: 0, sync: undefined },
    upstream: {
      ...{ endpoint: 'http://a.example', head: 0, answers: true, problem: null, underWay: 0 },
      ...{ verified: 0, unverified: 0, failures: { timeout: 1 }, seconds: 0 },
    },
  }),
  storage: () => ({ dataBytes: undefined, freeBytes: undefined }),
  readiness: () => ({ ready: true, reasons: [] }),
  gateway: () => ({
    nodes: [],
    finalAnswers: { hits: 0, misses: 0, bytes: 0 },
  }),
}

/** The names of all metrics that a server exposes. */
function exposedNames(): Set<string> {
  const readers = {
    threads: 1,
    busy: 0,
    waiting: 0,
    callers: 0,
    started: 0,
    startedByMethod: {},
    refused: 0,
    crashed: 0,
    waitedMs: 0,
  }
  const shared = {
    ...{ isAway: false, reason: undefined, roundTrips: 0, failures: 0, reconnections: 0 },
    ...{ processes: 1, leases: 0, keysUnavailable: undefined },
  }
  const metrics = new ExposedMetrics(Date.now)
  const text = metrics.expose({
    networks: [gateway],
    readers: () => readers,
    accessLines: () => ({ written: 0, dropped: 0 }),
    shared: () => shared,
    version: '1',
    report: (error) => {
      throw error
    },
  })
  return new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name))
}

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\b(?:cambium|process|nodejs)_[a-z_]+/g), ([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

/** A test of promtool: the alerts that fire an hour after the start with these constant values. */
const firing = (series: Readonly<Record<string, number>>, alert: string, fires: boolean) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([name, value]) => ({
    series: name.replace(/\{|$/, (found) => (found === '{' ? '{instance="a",' : '{instance="a"}')),
    values: `${value}x120`,
  })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: '1h',
      exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
    },
  ],
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.info('skipped: promtool is not installed, so the rules are not checked by it')

/** The output of promtool for a file of rules. */
function checkRules(path: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** The output of promtool for tests of the alerts. */
function testRules(tests: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-rules-'))
  try {
    const path = join(folder, 'tests.yml')
    writeFileSync(path, JSON.stringify({ rule_files: [pathOf('alerts.yml')], tests }))
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
    return `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the pages', () => {
  it('name metrics that a server exposes', () => {
    const exposed = exposedNames()
    const pages = [...filesIn('docs', '.md'), 'deploy/README.md'].map(documentText).join('\n')
    const named = [
      ...new Set(Array.from(pages.matchAll(/`(cambium_[a-z_]+[a-z])[`{]/g), ([, name]) => name!)),
    ]
    expect(named.length).toBeGreaterThan(10)
    expect(named.flatMap(namesIn).filter((name) => !exposed.has(name))).toEqual([])
  })
})

describe('the dashboard and the alert rules', () => {
  it('query only metrics that a server exposes', () => {
    const exposed = exposedNames()
    const asked = new Set(namesIn([...expressions, textOf('alerts.yml')].join('\n')))
    expect([...asked].filter((name) => !exposed.has(name))).toEqual([])
    expect(asked.size).toBeGreaterThan(20)
  })

  it.each([
    'cambium_disk_free_bytes',
    'cambium_head_timestamp_seconds',
    'cambium_build_info',
    'cambium_damaged_records_met_total',
    'cambium_failed_merges_total',
    'cambium_access_log_dropped_total',
    'cambium_writer_answers',
  ])('both query %s', (name) => {
    expect([namesIn(expressions.join('\n')).includes(name), textOf('alerts.yml').includes(name)]).toEqual([
      true,
      true,
    ])
  })

  it.skipIf(!hasPromtool)('are understood by Prometheus', () => {
    expect(checkRules(pathOf('alerts.yml'))).toBe('')
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    const folder = mkdtempSync(join(tmpdir(), 'cambium-rules-'))
    try {
      const path = join(folder, 'panels.yml')
      // JSON is a part of YAML.
      writeFileSync(path, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
      expect(checkRules(path)).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.skipIf(!hasPromtool)(
    'fire for full disks, damage, dropped lines, lost writers and mixed versions',
    () => {
      const growing = (name: string, alert: string) => ({
        ...firing({}, alert, true),
        input_series: [{ series: `${name}{instance="a",network="mainnet"}`, values: '0+5x120' }],
      })
      const tests = [
        firing({ 'cambium_disk_free_bytes{network="mainnet"}': 1e9 }, 'CambiumDiskFilling', true),
        firing({ 'cambium_disk_free_bytes{network="mainnet"}': 1e12 }, 'CambiumDiskFilling', false),
        growing('cambium_damaged_records_met_total', 'CambiumDamagedRecords'),
        growing('cambium_failed_merges_total', 'CambiumMergesFail'),
        growing('cambium_access_log_dropped_total', 'CambiumAccessLogDrops'),
        firing({ cambium_access_log_dropped_total: 7 }, 'CambiumAccessLogDrops', false),
        firing({ 'cambium_writer_answers{network="mainnet"}': 0 }, 'CambiumWriterAway', true),
        firing({ 'cambium_writer_answers{network="mainnet"}': 1 }, 'CambiumWriterAway', false),
        firing(
          { 'cambium_build_info{version="1"}': 1, 'cambium_build_info{version="2"}': 1 },
          'CambiumVersionsDiffer',
          true,
        ),
        firing({ 'cambium_build_info{version="1"}': 1 }, 'CambiumVersionsDiffer', false),
      ]
      expect(testRules(tests)).toContain('SUCCESS')
    },
  )

  it.skipIf(!hasPromtool)('fire for networks that the service requires, and for no others', () => {
    const mainnet = (required: number, values: Readonly<Record<string, number>>) => ({
      'cambium_required{network="mainnet"}': required,
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`${name}{network="mainnet"}`, value]),
      ),
    })
    const cases = ([required, fires]: readonly [number, boolean]) => [
      firing(mainnet(required, { cambium_ready: 0 }), 'CambiumNotReady', fires),
      firing(mainnet(required, { cambium_head: 0 }), 'CambiumHeadStands', fires),
      firing(mainnet(required, { cambium_peers: 0 }), 'CambiumFewPeers', fires),
      firing(mainnet(required, { cambium_head_timestamp_seconds: 0 }), 'CambiumHeadOld', fires),
    ]
    const tests = [...cases([1, true]), ...cases([0, false])]
    expect(testRules(tests)).toContain('SUCCESS')
  })
})
