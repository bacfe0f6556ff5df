import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A process started by a test, which reports one JSON value per line of its output. */
export interface ReportingProcess {
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  /** Undefined after the end of the process. */
  readonly nextReport: () => Promise<unknown>
}

/** Sources run with their types removed when they are loaded, in the threads too; a built program runs as it is. */
export function startProcess(program: string, ...args: readonly string[]): ReportingProcess {
  const loading = program.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loading, program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextReport = async (): Promise<unknown> => {
    const line = await lines.next()
    return line.done ? undefined : JSON.parse(line.value)
  }
  return { child, exited, nextReport }
}
