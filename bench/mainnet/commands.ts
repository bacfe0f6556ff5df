import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mainOf, ownRoot, type Use } from '../measuring/builtProgram.ts'
import { memoryMiBOf, processorSecondsOf } from '../measuring/processorTime.ts'

const preload = new URL('../measuring/useOfProcess.mjs', import.meta.url).href

/** The built program of a checkout with arguments; its use of resources is read when it has ended. */
class Measured {
  readonly child: ChildProcess
  readonly #file = join(tmpdir(), `cambium-use-${process.pid}-${performance.now()}.json`)
  readonly #ended: Promise<unknown>

  constructor(root: string, words: readonly string[]) {
    this.child = spawn(process.execPath, ['--import', preload, mainOf(root), ...words], {
      // Node reads the certificates that this variable names at every start, which takes 90 ms with a usual list.
      env: { ...process.env, NODE_EXTRA_CA_CERTS: '', USE_FILE: this.#file },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#ended = once(this.child, 'close')
  }

  async end(): Promise<Use> {
    this.child.stdout!.resume()
    await this.#ended
    if (this.child.exitCode !== 0) throw new Error(`${this.child.spawnargs.slice(3).join(' ')} failed`)
    const use: Use = JSON.parse(readFileSync(this.#file, 'utf8'))
    rmSync(this.#file)
    return use
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#ended
  }
}

/** Runs a command to its end. */
export const run = (...words: readonly string[]): Promise<Use> => runIn(ownRoot, ...words)

/** The same with the build of another checkout. */
export const runIn = (root: string, ...words: readonly string[]): Promise<Use> =>
  new Measured(root, words).end()

/** What a running process has used so far. */
export interface Counters {
  readonly processorSeconds: number
  readonly readBytes: number
}

/** A running node of the local chain. */
export class RunningNode {
  readonly url: string
  readonly enode: string | null
  readonly #process: Measured

  private constructor(process: Measured, url: string, enode: string | null) {
    this.#process = process
    this.url = url
    this.enode = enode
  }

  /** Starts it on free ports; resolves when it serves. */
  static start(data: string, ...words: readonly string[]): Promise<RunningNode> {
    return RunningNode.startIn(ownRoot, data, ...words)
  }

  /** The same with the build of another checkout. */
  static async startIn(root: string, data: string, ...words: readonly string[]): Promise<RunningNode> {
    const process = new Measured(root, [
      ...['node', '--network', 'regtest', '--data', data, '--port', '0', '--json'],
      ...words,
    ])
    for await (const line of createInterface({ input: process.child.stdout! })) {
      const { networks } = JSON.parse(line) as { networks: { url: string; enode: string | null }[] }
      return new RunningNode(process, networks[0]!.url, networks[0]!.enode)
    }
    throw new Error('the node did not start')
  }

  get counters(): Counters {
    const pid = this.#process.child.pid!
    const io = readFileSync(`/proc/${pid}/io`, 'utf8')
    return {
      processorSeconds: processorSecondsOf(pid),
      readBytes: Number(/^read_bytes: (\d+)/m.exec(io)?.[1]),
    }
  }

  get memoryMiB(): number {
    return memoryMiBOf(this.#process.child.pid!)
  }

  async ask<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const text = await this.post('', { jsonrpc: '2.0', id: 1, method, params })
    const { result, error }: { result: Result; error?: { message: string } } = JSON.parse(text)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }

  /** Below the URL of the network. */
  async post(path: string, body: unknown): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }

  stop(): Promise<Use> {
    this.#process.child.kill('SIGTERM')
    return this.#process.end()
  }

  kill(): Promise<void> {
    return this.#process.kill()
  }
}

/** Brings the pages of a data file into memory. */
export function makeWarm(data: string): void {
  execFileSync('dd', [`if=${dataFile(data)}`, 'of=/dev/null', 'bs=1M'], { stdio: 'ignore' })
}

/** Removes the pages of a data file from memory. No process may have it open. */
export function makeCold(data: string): void {
  execFileSync('dd', [`of=${dataFile(data)}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], {
    stdio: 'ignore',
  })
}

const dataFile = (data: string): string => join(data, 'regtest/data.mdb')
