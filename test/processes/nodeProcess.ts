import { type Running, type RunOptions, startCambium } from './cliProcess.ts'

/** The line that `cambium node --json` prints when it is ready. */
export interface Announced {
  readonly networks: readonly {
    readonly name: string
    readonly url: string
    readonly chainId: number
    readonly enode: string | null
    readonly accounts: readonly { readonly address: string }[]
  }[]
  readonly access: string
  readonly metrics: readonly string[]
}

export interface StartedNode {
  readonly running: Running
  readonly announced: Announced
}

/** Starts `cambium node` on a free port and waits for its announcement. */
export const startNode = (...options: string[]): Promise<StartedNode> =>
  startNodeWith(['--port', '0', ...options])

export const startNodeWith = (words: readonly string[], options?: RunOptions): Promise<StartedNode> =>
  startCommand('node', words, options)

/** Starts a command that serves, and waits for its announcement. */
export async function startCommand(
  command: 'node' | 'dev' | 'light',
  words: readonly string[],
  options?: RunOptions,
): Promise<StartedNode> {
  const running = startCambium([command, '--json', ...words], options)
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    running.child.stdout?.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
    void running.ended.then(({ exitCode, notes }) =>
      reject(new Error(`the node ended with ${exitCode}: ${notes}`)),
    )
  })
  return { running, announced: JSON.parse(line) }
}

export interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export async function ask(url: string, method: string, ...params: unknown[]): Promise<Answered> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer: Pick<Answered, 'result' | 'error'> = JSON.parse(await response.text())
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer }
}

export async function stop(
  { child, ended }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  return (await ended).exitCode
}
