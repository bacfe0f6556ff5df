import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const standardOutput = 1
const pollMs = 250
/** Mask of the access mode in the flags of a descriptor (O_ACCMODE); 0 is read-only. */
const accessMode = 0o3

/**
 * Calls `onLeft` when no process reads the pipe on standard output any more, as after `| head -n 1`. The next write would
 * fail, but a service may have nothing left to write, and Node cannot poll a pipe for its other end. So the processes that
 * read it are looked up in Linux's /proc, and watched. Where none is found, as for a reader of another user, nothing
 * happens. Returns a function that ends the watch.
 */
export function watchOutputReader(onLeft: () => void): () => void {
  if (process.platform !== 'linux' || !fstatSync(standardOutput).isFIFO()) return () => {}
  const pipe = targetOf(`/proc/self/fd/${standardOutput}`)
  let reader = pipe === undefined ? undefined : readerOf(pipe)
  if (pipe === undefined || reader === undefined) return () => {}
  const timer = setInterval(() => {
    if (reader !== undefined && targetOf(reader) === pipe) return
    // It may have left the pipe to another process.
    reader = readerOf(pipe)
    if (reader !== undefined) return
    clearInterval(timer)
    onLeft()
  }, pollMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The path of a descriptor that reads the pipe. */
function readerOf(pipe: string): string | undefined {
  for (const id of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const descriptor of namesIn(`/proc/${id}/fd`)) {
      const path = `/proc/${id}/fd/${descriptor}`
      if (targetOf(path) === pipe && isForReading(`/proc/${id}/fdinfo/${descriptor}`)) return path
    }
  }
  return undefined
}

function isForReading(path: string): boolean {
  const flags = orUndefined(() => /^flags:\s*(\d+)$/m.exec(readFileSync(path, 'utf8'))?.[1])
  return flags !== undefined && (Number.parseInt(flags, 8) & accessMode) === 0
}

const targetOf = (path: string): string | undefined => orUndefined(() => readlinkSync(path))
const namesIn = (path: string): string[] => orUndefined(() => readdirSync(path)) ?? []

/** Processes end while they are looked at, and those of other users are not shown. */
function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
