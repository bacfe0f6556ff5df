import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'

/** The answer to the QUIT after each command. */
const endOfQuit = '+OK\r\n'

/** Whether `redis-server` is installed. A suite that needs it is skipped otherwise, with a notice. */
export const hasRedis = isInstalled()

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'])
    return true
  } catch {
    console.warn('redis-server is not installed: the tests with shared state are skipped')
    return false
  }
}

/** A `redis-server` process on a port of the loopback address, with its data in a temporary folder. */
export class RedisServer {
  readonly port: number
  readonly #words: readonly string[]
  readonly #folder = mkdtempSync(join(tmpdir(), 'cambium-redis-'))
  #child: ChildProcess | undefined

  private constructor(port: number, words: readonly string[]) {
    this.port = port
    this.#words = words
  }

  /** `words` are further settings, as `--requirepass secret` or `--replicaof 127.0.0.1 6379`. */
  static async start(...words: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), words)
    await server.run()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts the process, again after `kill` with the data that it had saved. */
  async run(): Promise<void> {
    const fixed = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder]
    const saving = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always']
    const child = spawn('redis-server', [...fixed, ...saving, ...this.#words], { stdio: 'ignore' })
    this.#child = child
    const failed = once(child, 'exit').then(() => {
      throw new Error(`redis-server on port ${this.port} ended`)
    })
    failed.catch(() => {})
    await Promise.race([this.#answering(), failed])
  }

  /** Sends one command and returns the answer in the text form of the protocol. */
  ask(...words: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port: this.port })
      let text = ''
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text.slice(0, -endOfQuit.length)))
      const command = [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word])]
      socket.write(`${command.join('\r\n')}\r\n*1\r\n$4\r\nQUIT\r\n`)
    })
  }

  /** Sends one command and throws when the answer does not begin as given. */
  async expect(start: string, ...words: readonly string[]): Promise<void> {
    const answer = await this.ask(...words)
    if (!answer.startsWith(start)) throw new Error(`${words.join(' ')} was answered ${answer}`)
  }

  /** Stops answering until `resume`, as a machine that hangs. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #answering(): Promise<void> {
    for (;;) {
      const answer = await this.ask('PING').catch(() => '')
      // With a password the server answers that it needs one.
      if (answer.startsWith('+PONG') || answer.startsWith('-NOAUTH')) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
