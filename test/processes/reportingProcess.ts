import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A process beside the one that runs the tests, which reports one JSON value per line. */
export interface ReportingProcess {
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  /** Undefined when the process has ended. */
  readonly nextReport: () => Promise<unknown>
}

export function startProcess(program: string, ...args: readonly string[]): ReportingProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
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
