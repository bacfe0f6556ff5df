import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { runProgram } from '../../src/cli/program.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import {
  expectHardened,
  kinds,
  type Manifest,
  manifestsIn,
  type NamedManifest,
  pathOf,
  podSpecsOf,
  textOf,
  typeProblems,
} from './manifests.ts'

const chart = 'deploy/helm/cambium'
const isInstalled = (program: string): boolean => spawnSync(program, ['version']).error === undefined
const hasHelm = isInstalled('helm')
const hasRenderer = hasHelm || isInstalled('go')
if (!hasRenderer)
  console.warn('neither helm nor go is installed: the templates of the chart are not rendered')

interface Values {
  networks: string[]
  secrets: Record<'existing' | 'fleet' | 'redis', string>
  node: { replicas: number; readers: number[]; arguments: string[] }
  gateway: { autoscaling: { enabled: boolean } }
  redis: { enabled: boolean; url: string }
  serviceMonitor: { enabled: boolean; labels: Record<string, string> }
}

function values(change: (values: Values) => void = () => {}): Values {
  const given: Values = parse(textOf(`${chart}/values.yaml`))
  Object.assign(given.secrets, { fleet: 'f'.repeat(64), redis: 'r'.repeat(64) })
  change(given)
  return given
}

/** By Helm where it is installed, else by Go's template engine, which is Helm's. */
function render(given: Values): { readonly text: string; readonly problem: string } {
  const [program, words, input] = hasHelm
    ? (['helm', ['template', 'test', pathOf(chart), '--values', '-'], stringify(given)] as const)
    : (['go', ['run', pathOf('test/fleet/helm/render.go'), pathOf(chart)], JSON.stringify(given)] as const)
  const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: 'utf8' })
  return { text: stdout, problem: status === 0 ? '' : stderr }
}

function manifestsOf(given: Values): NamedManifest[] {
  const { text, problem } = render(given)
  expect(problem).toBe('')
  return manifestsIn('chart', text)
}

const count = (manifests: readonly NamedManifest[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { kind } of manifests) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const argumentsIn = (manifests: readonly NamedManifest[]): (readonly string[])[] =>
  manifests
    .flatMap(({ manifest }) => podSpecsOf(manifest))
    .flatMap(({ containers }) => containers.flatMap(({ args }) => (args?.[0] === 'node' ? [args] : [])))

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

describe('the Helm chart', () => {
  it('is for the version of the package', () => {
    const { version } = JSON.parse(textOf('package.json'))
    expect(parse(textOf(`${chart}/Chart.yaml`))).toMatchObject({
      name: 'cambium',
      version,
      appVersion: version,
    })
    expect(parse(textOf(`${chart}/values.yaml`))).toMatchObject({
      image: { repository: 'cambium', tag: version },
    })
  })

  it('closes every action and block of its templates', () => {
    for (const file of readdirSync(pathOf(`${chart}/templates`))) {
      const text = textOf(`${chart}/templates/${file}`)
      const opened = text.match(/\{\{-? *(if|range|define|with) /g)?.length ?? 0
      const ended = text.match(/\{\{-? *end *-?\}\}/g)?.length ?? 0
      expect([file, opened, text.split('{{').length]).toEqual([file, ended, text.split('}}').length])
    }
  })

  it('publishes the admin port in Services of its own, and lets only the monitoring namespace reach it', () => {
    const services = ['nodes', 'gateways']
      .flatMap((name) => textOf(`${chart}/templates/${name}.yaml`).split('\n---\n'))
      .filter((text) => /^kind: Service$/m.test(text))
    const published = services.map((text) =>
      [...text.matchAll(/\{ name: (\w+), port/g)].map(([, port]) => port),
    )
    expect(published).toEqual([['rpc'], ['metrics'], ['rpc'], ['metrics']])
    const policies = textOf(`${chart}/templates/network-policies.yaml`)
    for (const rule of policies
      .split(/(?=^ {4}- (?:from|ports):)/m)
      .filter((text) => text.includes('port: metrics')))
      expect(rule).toContain('kubernetes.io/metadata.name: {{ .Values.networkPolicies.monitoringNamespace }}')
  })

  it.skipIf(!hasHelm)('passes the linter of Helm', () => {
    const secrets = ['--set', `secrets.fleet=${'f'.repeat(64)}`, '--set', `secrets.redis=${'r'.repeat(64)}`]
    const { status, stdout } = spawnSync('helm', ['lint', '--strict', pathOf(chart), ...secrets])
    expect([status, stdout.toString()]).toEqual([0, expect.anything()])
  })

  it.skipIf(!hasRenderer)(
    'renders nodes, readers, gateways and Redis that Kubernetes and Cambium accept',
    async () => {
      const manifests = manifestsOf(
        values((given) => {
          given.networks = ['mainnet', 'testnet']
          given.node.readers = [4445, 4446]
          given.node.arguments = ['--history=archive']
          given.gateway.autoscaling.enabled = true
          given.serviceMonitor.enabled = true
          given.serviceMonitor.labels = { release: 'prometheus' }
        }),
      )
      expect(count(manifests)).toEqual({
        Deployment: 2,
        StatefulSet: 3,
        Service: 9,
        NetworkPolicy: 4,
        PodDisruptionBudget: 4,
        HorizontalPodAutoscaler: 2,
        Secret: 1,
        ServiceMonitor: 1,
      })
      const known = manifests.filter(({ kind }) => kind !== 'ServiceMonitor')
      for (const { kind, manifest } of known) kinds[kind]?.validate(manifest as never)
      expect(typeProblems(known)).toBe('')
      expectHardened(manifests.flatMap(({ manifest }) => podSpecsOf(manifest)))
      const started = argumentsIn(manifests)
      expect(started).toHaveLength(2 * (1 + 1 + 2))
      const secret = folder.write('secret', 'f'.repeat(64))
      for (const [, ...flags] of started) {
        const settings = flags.map((flag) => flag.replace(/-file=.*/, `-file=${secret}`))
        const notes: string[] = []
        const terminal = { print: () => {}, note: (line: string) => void notes.push(line), status: undefined }
        const parts = { version: '', environment: {}, terminal }
        expect([await runProgram(['config', 'check', ...settings], parts), notes]).toEqual([0, []])
      }
      const nodes = started.flat().filter((flag) => flag.startsWith('--nodes=mainnet=http://test'))
      const urls = ['0', '1'].flatMap((index) =>
        [4444, 4445, 4446].map((port) => `http://test-mainnet-${index}.test-mainnet:${port}/mainnet`),
      )
      expect(nodes).toEqual([`--nodes=mainnet=${urls.join(',')}`])
      const monitor = manifests.find(({ kind }) => kind === 'ServiceMonitor')?.manifest
      expect(monitor).toMatchObject({
        apiVersion: 'monitoring.coreos.com/v1',
        metadata: { labels: { release: 'prometheus' } },
        spec: { endpoints: [{ port: 'metrics', interval: '15s' }] },
      })
    },
  )

  it.skipIf(!hasRenderer)('probes one network in each pod, and selects the pods that it labels', () => {
    const manifests = manifestsOf(values((given) => void given.networks.push('testnet')))
    const probes = manifests
      .flatMap(({ manifest }) => podSpecsOf(manifest))
      .flatMap(({ containers }) => containers)
      .filter(({ args }) => args?.[0] === 'node')
      .map(({ readinessProbe }) => readinessProbe)
    const probe = (network: string) => ({ httpGet: { path: `/ready/${network}`, port: 'rpc' } })
    for (const [index, network] of ['mainnet', 'testnet', 'mainnet', 'testnet'].entries()) {
      expect(probes[index]).toMatchObject(probe(network))
    }
    const labels = manifests.flatMap(({ manifest }) => labelsOfPods(manifest))
    for (const { kind, manifest } of manifests) {
      const selector = selectorOf(manifest)
      if (selector === undefined || kind === 'ServiceMonitor') continue
      expect(labels).toContainEqual(selector)
    }
  })

  it.skipIf(!hasRenderer)('takes a Redis and a Secret of the operator, and refuses to start without', () => {
    const own = values((given) => {
      given.redis = { ...given.redis, enabled: false, url: 'rediss://state.example:6380' }
      given.secrets = { existing: 'ours', fleet: '', redis: '' }
    })
    const manifests = manifestsOf(own)
    expect(count(manifests)).toEqual({
      ...{ Deployment: 1, StatefulSet: 1, Service: 4, PodDisruptionBudget: 2, NetworkPolicy: 3 },
    })
    expect(argumentsIn(manifests).flat()).toContain('--shared=rediss://state.example:6380')
    expect(JSON.stringify(manifests)).toContain('"secretName":"ours"')
    expect(render(values((given) => (given.secrets.fleet = ''))).problem).toContain('set secrets.fleet')
    const nowhere = values((given) => (given.redis = { ...given.redis, enabled: false, url: '' }))
    expect(render(nowhere).problem).toContain('set redis.url')
  })
})

type Labels = Readonly<Record<string, string>>

function labelsOfPods({ spec }: Manifest): Labels[] {
  const { template } = (spec ?? {}) as {
    readonly template?: { readonly metadata: { readonly labels: Labels } }
  }
  return template === undefined ? [] : [template.metadata.labels]
}

function selectorOf({ spec }: Manifest): Labels | undefined {
  const { selector } = (spec ?? {}) as { readonly selector?: Labels & { readonly matchLabels?: Labels } }
  return selector?.matchLabels ?? selector
}
