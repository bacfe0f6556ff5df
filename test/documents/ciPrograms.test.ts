import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repository } from './documents.ts'

const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(existsSync)!
const tools = 'promtool systemd-analyze nginx caddy redis-server faketime openssl go initdb chromium'.split(
  ' ',
)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cambium-ci-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Puts a program into the only folder of the path. */
function addProgram(name: string, script = ''): void {
  const path = join(folder, name)
  writeFileSync(path, `#!${bash}\n${script}\n`)
  chmodSync(path, 0o755)
}

/** A machine of a user who is not root and lacks some of the programs; `installer` is what its apt-get does. */
function run(lacking: readonly string[], installer: string) {
  for (const tool of ['dirname', 'touch', 'chmod']) {
    const found = ['/usr/bin', '/bin'].map((place) => join(place, tool)).find(existsSync)
    symlinkSync(found!, join(folder, tool))
  }
  addProgram('uname', 'echo Linux')
  addProgram('id', 'echo 1000')
  addProgram('sudo', `echo "$@" >> "${folder}/sudo.log"; exec "$@"`)
  addProgram('apt-get', installer)
  addProgram('node', 'echo 1')
  addProgram('npx', 'exit 1')
  for (const tool of tools) if (!lacking.includes(tool)) addProgram(tool)
  return spawnSync(bash, [join(repository, '.ci/programs')], {
    encoding: 'utf8',
    env: { PATH: folder, CHROMIUM: join(folder, 'chromium') },
  })
}

describe('.ci/programs', () => {
  it('installs nothing where every program is there', () => {
    expect(run([], 'exit 1')).toMatchObject({ status: 0, stdout: '' })
    expect(existsSync(join(folder, 'sudo.log'))).toBe(false)
  })

  it('installs what is missing, with the rights of root', () => {
    const install = 'for word; do last=$word; done; touch "$PATH/$last"; chmod +x "$PATH/$last"'
    expect(run(['caddy', 'chromium'], install)).toMatchObject({ status: 0, stdout: '' })
    const asked = readFileSync(join(folder, 'sudo.log'), 'utf8')
    expect(asked).toMatch(/^apt-get install .* caddy$/m)
    expect(asked).toMatch(/^apt-get install .* chromium$/m)
  })

  it('fails with the name of each program that cannot be installed', () => {
    const { status, stdout } = run(['caddy', 'go', 'chromium'], 'exit 1')
    expect(status).toBe(1)
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      'caddy is missing: the package caddy cannot be installed',
      'go is missing: the package golang-go cannot be installed',
      'chromium is missing: it cannot be installed',
    ])
  })
})
