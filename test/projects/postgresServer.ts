import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../fleet/freePort.ts'

/** Debian keeps the programs of each version outside the path. */
const debianVersions = '/usr/lib/postgresql'
const folders = existsSync(debianVersions)
  ? readdirSync(debianVersions).map((version) => join(debianVersions, version, 'bin'))
  : []
const programOf = (name: string): string =>
  folders.map((folder) => join(folder, name)).findLast(existsSync) ?? name

export const hasPostgres = spawnSync(programOf('initdb'), ['--version']).error === undefined
if (!hasPostgres) console.warn('postgresql is not installed: the test of examples/postgres is skipped')

/** PostgreSQL refuses to run as root. */
function identity(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A server with an empty database in a temporary folder, on a free port. */
export class PostgresServer {
  readonly url: string
  readonly #port: number
  readonly #stop: () => Promise<void>

  private constructor(port: number, stop: () => Promise<void>) {
    this.url = `postgres://owner@127.0.0.1:${port}/postgres`
    this.#port = port
    this.#stop = stop
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'cambium-postgres-'))
    const user = identity()
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
    const data = join(folder, 'data')
    const options = { ...user, cwd: folder }
    const words = ['--pgdata', data, '--username', 'owner', '--auth', 'trust', '--no-sync', '--no-locale']
    execFileSync(programOf('initdb'), words, { ...options, stdio: 'ignore' })
    const port = await freePort()
    const place = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
    const child = spawn(programOf('postgres'), ['-D', data, ...place], { ...options, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const server = new PostgresServer(port, async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    })
    while (!server.#accepts()) {
      if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return server
  }

  /** The rows of a query; columns are separated by `|`. */
  rows(query: string): string[] {
    const words = ['--no-psqlrc', '--no-align', '--tuples-only', '--dbname', this.url, '--command', query]
    const text = execFileSync(programOf('psql'), words, { encoding: 'utf8', maxBuffer: 64 << 20 })
    return text.split('\n').slice(0, -1)
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  #accepts(): boolean {
    return spawnSync(programOf('pg_isready'), ['-h', '127.0.0.1', '-p', String(this.#port)]).status === 0
  }
}
