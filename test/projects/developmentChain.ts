import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface DevelopmentChain {
  readonly url: string
  stop(): Promise<void>
}

/** Starts `cambium dev` as its users do, on a free port. */
export async function startDevelopmentChain(...options: readonly string[]): Promise<DevelopmentChain> {
  const args = [program, 'dev', '--port', '0', '--json', ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const announcement = await firstLine(child)
  const { networks } = JSON.parse(announcement)
  return { url: networks[0].url, stop: () => stop(child) }
}

/** The chain that a program serves, at the URL in its first line. */
export async function servedBy(child: ChildProcess): Promise<DevelopmentChain> {
  const [url] = /http:\/\/[\d.:]+/.exec(await firstLine(child)) ?? []
  if (url === undefined) throw new Error('the first line has no URL')
  return { url, stop: () => stop(child) }
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    // Later lines would otherwise fill the pipe.
    child.stdout!.resume()
    return line
  }
  throw new Error('the program ended before it served')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
