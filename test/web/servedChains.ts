import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'dist/cli/main.js')

/** A running node with the explorer. */
export class ServedChain {
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string | undefined

  constructor(child: ChildProcess, url: string, folder: string | undefined) {
    this.#child = child
    this.url = url
    this.#folder = folder
  }

  async call<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function start(words: readonly string[], folder?: string): Promise<ServedChain> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout) {
    output += text
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (url === undefined) continue
    child.stdout.resume()
    return new ServedChain(child, url, folder)
  }
  throw new Error(`the node did not start: ${output}`)
}

export const startDevelopmentChain = (port = 0, ...options: readonly string[]): Promise<ServedChain> =>
  start(['dev', '--port', String(port), ...options])

/** A recorded chain of test/fixtures/chains. */
export function startRecordedChain(name: string): Promise<ServedChain> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-web-'))
  const file = join(root, `test/fixtures/chains/${name}.jsonl.gz`)
  execFileSync(process.execPath, [program, 'import', file, '--network', 'regtest', '--data', folder], {
    stdio: 'ignore',
  })
  return start(['node', '--network', 'regtest', '--data', folder, '--port', '0'], folder)
}
