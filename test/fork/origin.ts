import { type ChildProcess, spawn } from 'node:child_process'
import type { ChainName } from '../../src/primitives/recordings.cases.ts'
import { bundledProgram } from '../processes/bundledProgram.ts'

const program = await bundledProgram(new URL('originProcess.ts', import.meta.url))

export interface OriginSettings {
  /** All methods, those of a reference node, or those of one that is restricted to its defaults. */
  readonly offers?: 'all' | 'plain' | 'restricted'
  /** An HTTP status for every request. */
  readonly status?: number | null
  /** Texts that are replaced in every answer. */
  readonly replace?: readonly [string, string] | null
  /** A text that is replaced in every request. */
  readonly rewrite?: readonly [string, string] | null
  readonly latencyMs?: number
  /** Answers of the reference node where there are recordings of them. */
  readonly isRecorded?: boolean
  readonly reset?: true
}

/** A recorded chain that another process serves. */
export class Origin {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: string) {
    this.#child = child
    this.url = `http://127.0.0.1:${port}`
  }

  static async open(chain: ChainName | 'golden', last: number): Promise<Origin> {
    const child = spawn(process.execPath, [program, chain, String(last)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const port = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the origin ended')))
      child.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim()))
    })
    return new Origin(child, port)
  }

  /** Changes the settings and returns the HTTP requests since the last reset. */
  async set(settings: OriginSettings): Promise<number> {
    return (await this.#send(settings)).requests
  }

  /** Calls that were answered with recordings. */
  async recorded(): Promise<number> {
    return (await this.#send({})).recorded
  }

  #send(settings: OriginSettings): Promise<{ readonly requests: number; readonly recorded: number }> {
    const answered = new Promise<{ requests: number; recorded: number }>((resolve) =>
      this.#child.once('message', resolve as never),
    )
    this.#child.send(settings)
    return answered
  }

  async ask<Result = unknown>(method: string, params: readonly unknown[]): Promise<Result> {
    const response = await fetch(this.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer = (await response.json()) as { result?: Result; error?: object }
    if (answer.error !== undefined) throw Object.assign(new Error(), answer.error)
    return answer.result as Result
  }

  close(): void {
    this.#child.disconnect()
    this.#child.kill()
  }
}
