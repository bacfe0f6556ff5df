import { readFileSync } from 'node:fs'

/** Ticks per second of the kernel's clock, the unit of processor time in `/proc`. */
const ticksPerSecond = 100

/** Milliseconds of processor time of this process so far; other load on the machine does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Seconds of processor time that all threads of another process have used so far. */
export function processorSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // User and system time are fields 14 and 15; field 2, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of another process. */
export function memoryMiBOf(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) / 1024
}
