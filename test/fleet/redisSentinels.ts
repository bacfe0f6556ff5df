import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import { freePort } from './freePort.ts'
import type { RedisServer } from './redisServer.ts'

/** Silence after which a primary is replaced: on a loaded machine a process may stall for seconds. */
const silenceMs = 5_000
const count = 3

/** Three Sentinels that watch a primary under the name `state`. */
export class RedisSentinels {
  readonly ports: readonly number[]
  readonly #folder: TemporaryFolder
  readonly #children: readonly ChildProcess[]

  private constructor(folder: TemporaryFolder, ports: readonly number[], children: readonly ChildProcess[]) {
    this.#folder = folder
    this.ports = ports
    this.#children = children
  }

  /** `lines` are further settings of the Sentinels. */
  static async start(primary: RedisServer, ...lines: readonly string[]): Promise<RedisSentinels> {
    const folder = new TemporaryFolder()
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const children = ports.map((port) => {
      // A Sentinel writes what it learns into its file of settings.
      const file = folder.write(
        `sentinel-${port}.conf`,
        [
          `port ${port}`,
          'bind 127.0.0.1',
          `sentinel monitor state 127.0.0.1 ${primary.port} 2`,
          `sentinel down-after-milliseconds state ${silenceMs}`,
          'sentinel failover-timeout state 10000',
          ...lines,
        ].join('\n'),
      )
      return spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' })
    })
    const sentinels = new RedisSentinels(folder, ports, children)
    for (const port of ports) await answering(port)
    return sentinels
  }

  /** The Sentinels as an address of shared state. */
  get url(): string {
    return `redis+sentinel://${this.ports.map((port) => `127.0.0.1:${port}`).join(',')}/state`
  }

  /** Waits until each Sentinel knows the others and a replica, without which none is made a primary. */
  async ready(): Promise<void> {
    for (const port of this.ports) {
      const isReady = (): boolean => {
        const answer = askSentinel(port, 'SENTINEL', 'MASTER', 'state').split('\n')
        const numberOf = (name: string): number => Number(answer[answer.indexOf(name) + 1])
        return numberOf('num-slaves') > 0 && numberOf('num-other-sentinels') === count - 1
      }
      while (!isReady()) await pause(100)
    }
  }

  async close(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    this.#folder.remove()
  }
}

async function answering(port: number): Promise<void> {
  while (!/PONG|NOAUTH/.test(askSentinel(port, 'PING'))) await pause(20)
}

/** The lines of the answer; a Sentinel does not know QUIT, which `RedisServer.ask` ends with. */
function askSentinel(port: number, ...words: readonly string[]): string {
  try {
    return execFileSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}
