import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { expect } from 'vitest'
import { parseAllDocuments } from 'yaml'

const rootFolder = fileURLToPath(new URL('../..', import.meta.url))
export const pathOf = (name: string): string => join(rootFolder, name)
export const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8')

export interface Manifest {
  readonly kind?: unknown
  readonly spec?: unknown
}

/** The model that validates each kind, and the module of its type. */
export const kinds: Readonly<Record<string, { validate(manifest: never): void; readonly module: string }>> = {
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

export interface NamedManifest {
  readonly file: string
  readonly kind: string
  readonly manifest: Manifest
}

/** The manifests of a text; empty documents are left out. */
export const manifestsIn = (file: string, text: string): NamedManifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
    const manifest: Manifest | null = document.toJS()
    return manifest === null ? [] : [{ file, kind: String(manifest.kind), manifest }]
  })

export interface Container {
  readonly args?: readonly string[]
  readonly readinessProbe?: unknown
}

export interface PodSpec {
  readonly securityContext: unknown
  readonly automountServiceAccountToken: unknown
  readonly containers: readonly Container[]
}

export function podSpecsOf({ spec }: Manifest): PodSpec[] {
  const { template } = (spec ?? {}) as { readonly template?: { readonly spec: PodSpec } }
  return template === undefined ? [] : [template.spec]
}

/** The compiler's errors about the manifests as values of their types. */
export function typeProblems(all: readonly NamedManifest[]): string {
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

/** Pods run without root, on a read-only root, with probes and bounded memory. */
export function expectHardened(pods: readonly PodSpec[]): void {
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
}
