import type { WorkStep } from '../../primitives/work/workProgress.ts'
import { StopRequest } from './stopRequest.ts'
import type { Terminal } from './terminal.ts'
import { WorkLine } from './workLine.ts'

/**
 * Calls `work` with a function that shows a step of it, and ends it with an error once the user has stopped the command.
 * Returns the exit code of the signal then, undefined at the end of the work.
 */
export async function stoppable(
  terminal: Terminal,
  work: (show: (step: WorkStep) => void) => Promise<void>,
): Promise<number | undefined> {
  const stop = new StopRequest()
  const line = new WorkLine(terminal)
  try {
    await work((step) => {
      if (stop.exitCode !== undefined) throw new Error('stopped')
      line.show(step)
    })
    return undefined
  } catch (error) {
    if (stop.exitCode === undefined) throw error
    return stop.exitCode
  } finally {
    line.finish()
    stop.forget()
  }
}
