import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8')

/** The exit code of a program and what it printed. */
function run(program: string, ...words: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

const isInstalled = (program: string, word: string): boolean => {
  const { error } = spawnSync(program, [word])
  if (error !== undefined) console.info(`skipped: ${program} is not installed, so its file is not checked`)
  return error === undefined
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cambium-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the files for operators', () => {
  it.skipIf(!isInstalled('systemd-analyze', '--version'))('have units that systemd accepts', () => {
    // systemd-analyze verifies a template only through an instance of it.
    cpSync(pathOf('deploy/systemd/cambium-reader@.service'), join(folder, 'cambium-reader@4445.service'))
    const units = [
      pathOf('deploy/systemd/cambium.service'),
      pathOf('deploy/systemd/cambium.socket'),
      pathOf('deploy/systemd/cambium-gateway.service'),
      join(folder, 'cambium-reader@4445.service'),
    ]
    const { status, output } = run('systemd-analyze', 'verify', ...units)
    expect({ status, output }).toEqual({ status: 0, output: '' })
  })

  it.skipIf(!isInstalled('caddy', 'version'))('have a Caddyfile that Caddy accepts', () => {
    const caddyfile = join(folder, 'Caddyfile')
    writeFileSync(caddyfile, textOf('deploy/caddy/Caddyfile'))
    expect(run('caddy', 'validate', '--config', caddyfile, '--adapter', 'caddyfile')).toMatchObject({
      status: 0,
    })
  })

  it.skipIf(!isInstalled('nginx', '-v'))('have a configuration of a fleet that nginx accepts', () => {
    // The names of the gateways do not resolve here.
    const site = textOf('deploy/nginx/fleet.conf')
      .replaceAll(/gateway-\d:/g, '127.0.0.1:')
      // Debian's nginx is older than this parameter.
      .replaceAll(' resolve;', ';')
    const whole = join(folder, 'nginx.conf')
    writeFileSync(whole, `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${site}\n}\n`)
    expect(run('nginx', '-t', '-c', whole)).toMatchObject({ status: 0 })
  })

  it.skipIf(!isInstalled('nginx', '-v'))('have a configuration that nginx accepts', () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-subj',
      '/CN=rpc.example.org',
      '-days',
      '1',
    ]
    run('openssl', ...made, '-keyout', key, '-out', certificate)
    const site = textOf('deploy/nginx/cambium.conf')
      .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
      .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
    const whole = join(folder, 'nginx.conf')
    writeFileSync(
      whole,
      `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`,
    )
    expect(run('nginx', '-t', '-c', whole)).toMatchObject({ status: 0 })
  })

  it.skipIf(!isInstalled('promtool', '--version'))('have a configuration that Prometheus accepts', () => {
    cpSync(pathOf('deploy/prometheus/prometheus.yml'), join(folder, 'prometheus.yml'))
    cpSync(pathOf('docs/alerts.yml'), join(folder, 'alerts.yml'))
    expect(run('promtool', 'check', 'config', join(folder, 'prometheus.yml'))).toMatchObject({ status: 0 })
    cpSync(pathOf('deploy/prometheus/fleet.yml'), join(folder, 'prometheus.yml'))
    expect(run('promtool', 'check', 'config', join(folder, 'prometheus.yml'))).toMatchObject({ status: 0 })
  })

  it('have secrets that the program refuses until they are replaced', async () => {
    const secrets = Array.from(
      textOf('deploy/kubernetes/secrets.yaml').matchAll(/^ {2}(fleet|redis): (\S+)$/gm),
      ([, , value = '']) => value,
    )
    expect(secrets).toHaveLength(2)
    for (const secret of secrets) {
      const path = join(folder, 'secret')
      writeFileSync(path, secret)
      for (const flags of [
        ['--fleet-secret-file', path],
        ['--shared', 'redis://a', '--shared-password-file', path],
      ]) {
        const notes: string[] = []
        const terminal = { print: () => {}, note: (line: string) => void notes.push(line), status: undefined }
        const status = await runProgram(['config', 'check', ...flags], {
          version: '',
          environment: {},
          terminal,
        })
        expect([status, notes.join()]).toEqual([
          2,
          expect.stringContaining('placeholder of the shipped file'),
        ])
      }
    }
  })

  it.each([
    ['the image', flagsOfImage()],
    ['the composed node', flagsOfCompose('compose')],
    ['the unit', flagsOfUnit('cambium')],
    ['the unit of a gateway', flagsOfUnit('cambium-gateway')],
    ['the unit of a reader', flagsOfUnit('cambium-reader@')],
    ['the composed followers', flagsOfRole('follower')],
    ['the composed gateways', flagsOfRole('gateway')],
    ['the nodes of Kubernetes', flagsOfManifest('nodes')],
    ['the gateways of Kubernetes', flagsOfManifest('gateways')],
  ])('start %s with settings that exist', async (_, flags) => {
    expect(flags.length).toBeGreaterThan(1)
    // The files exist only where the service is deployed.
    const settings = flags.filter((flag) => !/^--(config|.*-file=)|\.toml$/.test(flag))
    const notes: string[] = []
    const terminal = { print: () => {}, note: (line: string) => void notes.push(line), status: undefined }
    const parts = { version: '', environment: {}, terminal }
    expect([await runProgram(['config', 'print', ...settings], parts), notes]).toEqual([0, []])
  })
})

function flagsOfImage(): readonly string[] {
  const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(textOf('deploy/docker/Dockerfile')) ?? []
  const [command, ...flags]: readonly string[] = JSON.parse(words)
  return command === 'node' ? flags : []
}

const flagsOfCompose = (name: string): readonly string[] =>
  Array.from(textOf(`deploy/docker/${name}.yml`).matchAll(/^ {4,6}- (--\S+)$/gm), ([, flag = '']) => flag)

/** The commands of the fleet begin with the role. */
function flagsOfRole(role: string): readonly string[] {
  const [, flags = ''] = flagsOfCompose('fleet').join(' ').split(`--role=${role}`)
  return [`--role=${role}`, ...(flags.split('--role=')[0] ?? '').trim().split(' ')]
}

const flagsOfManifest = (name: string): readonly string[] =>
  Array.from(textOf(`deploy/kubernetes/${name}.yaml`).matchAll(/^ +- (--\S+)$/gm), ([, flag = '']) => flag)

function flagsOfUnit(name: string): readonly string[] {
  const [, words = ''] =
    /^ExecStart=\S+ cambium node (.*)$/m.exec(textOf(`deploy/systemd/${name}.service`)) ?? []
  return words.replace('%i', '4445').split(' ')
}
