import { readFileSync } from 'node:fs'

/* Figures of another process. Linux only; 0 elsewhere and for a process that has ended. */

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Processor time that the main thread has used; the thread has the id of the process. */
export const mainThreadMs = (pid: number): number =>
  Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0] ?? 0) / 1e6

const mebibytes = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** Resident memory with mapped files. */
export const residentMiB = (pid: number): number => mebibytes(pid, 'VmRSS')
/** Resident memory without mapped files, whose pages the system can take back. */
export const anonymousMiB = (pid: number): number => mebibytes(pid, 'RssAnon')

/** Processor time of all threads. */
export const processMs = (pid: number): number => {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  // User and system time in ticks of 10 ms.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
