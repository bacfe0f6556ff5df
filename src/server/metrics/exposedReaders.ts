import type { ReaderStatus } from '../../service/readers/readerPool.ts'
import { exposeFamily } from './exposition.ts'

/** The threads that answer heavy reads, in the text format of Prometheus. */
export function exposeReaders(status: ReaderStatus): string[] {
  const family = (name: string, type: 'counter' | 'gauge', help: string, value: number): string =>
    exposeFamily(`cambium_readers_${name}`, type, help, [{ value }])
  return [
    family('threads', 'gauge', 'Threads for heavy reads.', status.threads),
    family('busy', 'gauge', 'Threads that answer a call.', status.busy),
    family('waiting', 'gauge', 'Calls that wait for a thread.', status.waiting),
    family('callers', 'gauge', 'Callers whose work is remembered.', status.callers),
    family('calls_total', 'counter', 'Calls that were given to a thread.', status.started),
    family('refused_total', 'counter', 'Calls refused because too many waited.', status.refused),
    family('wait_seconds_total', 'counter', 'Time that calls waited for a thread.', status.waitedMs / 1000),
    family('crashed_total', 'counter', 'Threads that ended unexpectedly.', status.crashed),
  ]
}
