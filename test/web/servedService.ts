import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const program = resolve(import.meta.dirname, '../../dist/cli/main.js')
const token = 'token-of-the-operator'

interface Announced {
  readonly networks: readonly { readonly url: string }[]
  readonly admin: { readonly urls: readonly string[] }
}

/** A running service with API keys and a console. */
export class ServedService {
  readonly token = token
  readonly #folder = mkdtempSync(join(tmpdir(), 'cambium-console-'))
  readonly #flags: readonly string[]
  #child: ChildProcess | undefined
  url = ''
  consoleUrl = ''

  constructor(flags: readonly string[]) {
    this.#flags = flags
  }

  /** Uses the ports of the first start again. */
  async start(): Promise<void> {
    const ports = [this.url, this.consoleUrl].map((url) => (url === '' ? '0' : new URL(url).port))
    const words = ['node', '--network', 'regtest', '--access', 'keys', '--data', this.#folder, '--json']
    const child = spawn(
      process.execPath,
      [program, ...words, ...this.#flags, '--port', ports[0]!, '--admin-port', ports[1]!],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CAMBIUM_ADMIN_TOKEN: token } },
    )
    this.#child = child
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text
      if (!output.includes('\n')) continue
      const { networks, admin }: Announced = JSON.parse(output)
      this.url = networks[0]?.url ?? ''
      this.consoleUrl = admin.urls[0] ?? ''
      return
    }
    throw new Error(`the service did not start: ${output}`)
  }

  async restart(): Promise<void> {
    await this.#end()
    await this.start()
  }

  async call(key: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
    const response = await fetch(`${this.url}/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return response.json()
  }

  /** The whole text of a new key. */
  async createKey(): Promise<string> {
    const response = await fetch(`${this.consoleUrl}/api/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ label: 'test' }),
    })
    return JSON.parse(await response.text()).text
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    if (this.#child === undefined) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

export async function startServiceWithKeys(...flags: readonly string[]): Promise<ServedService> {
  const service = new ServedService(flags)
  await service.start()
  return service
}
