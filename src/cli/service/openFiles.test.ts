import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { admittedConnections } from './openFiles.ts'

describe('the connections that a server admits', () => {
  it('are those of the settings when the process may open enough files', () => {
    expect(admittedConnections(20_000, 20_256)).toEqual({ connections: 20_000 })
    expect(admittedConnections(20_000, Number.POSITIVE_INFINITY)).toEqual({ connections: 20_000 })
  })

  it('are fewer otherwise, and if they are far fewer, the operator learns how to raise the limit', () => {
    expect(admittedConnections(20_000, 20_000)).toEqual({ connections: 19_744 })
    const { connections, warning } = admittedConnections(20_000, 1_024)
    expect(connections).toBe(768)
    expect(warning).toBe(
      'limits.connections is 20000, but the process may open 1024 files: it admits 768 connections; raise the limit with ulimit -n, or LimitNOFILE of systemd',
    )
    expect(admittedConnections(20_000, 64).connections).toBe(16)
  })

  it.runIf(process.platform === 'linux')('follow the limit of the process', () => {
    const program = `import(${JSON.stringify(new URL('openFiles.ts', import.meta.url).href)}).then(({ admittedConnections }) => console.log(admittedConnections(20_000).connections))`
    const command = `ulimit -n 1000 && exec "$0" --import tsx --eval '${program}'`
    expect(execFileSync('sh', ['-c', command, process.execPath], { encoding: 'utf8' }).trim()).toBe('744')
  })
})
