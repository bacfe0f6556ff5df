import { close as closeDescriptor, openSync, write as writeDescriptor } from 'node:fs'

/** Lines are written together after this time, or earlier when there are many. */
const batchMs = 200
const batchLength = 64 * 1024
/** Characters that wait while the disk or the reader of the pipe is slow; further lines are dropped. */
const maximumWaiting = 8 * 1024 * 1024
/** Before another attempt at a full pipe. */
const fullPipeMs = 50
/** Closing does not wait longer for a slow disk. */
const closingMs = 2_000
const standardOutput = 1

export interface LineFileParts {
  /** `-` for standard output. */
  readonly path: string
  /** Called with the number of dropped lines and the reason for the latest. */
  readonly onDropped: (lines: number, reason: string) => void
}

/** Lines since the start. */
export interface LineFileStatus {
  readonly written: number
  readonly dropped: number
}

/**
 * Appends lines to a file in batches, without blocking the thread. Memory is bounded: when the file takes lines slower
 * than they come, lines are dropped and counted.
 */
export class LineFile {
  readonly #parts: LineFileParts
  #descriptor: number
  #waiting: string[] = []
  #waitingLength = 0
  #timer: NodeJS.Timeout | undefined
  /** The batch that is being written. */
  #writing: Promise<void> | undefined
  #mustReopen = false
  #written = 0
  #dropped = 0

  /** Throws when the file cannot be opened. */
  constructor(parts: LineFileParts) {
    this.#parts = parts
    this.#descriptor = opened(parts.path)
  }

  get status(): LineFileStatus {
    return { written: this.#written, dropped: this.#dropped }
  }

  /** `line` ends with a line break. */
  add(line: string): void {
    if (this.#waitingLength + line.length > maximumWaiting) {
      this.#drop(1, 'the file is too slow')
      return
    }
    this.#waiting.push(line)
    this.#waitingLength += line.length
    if (this.#waitingLength >= batchLength) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), batchMs).unref()
  }

  /** Opens the path again before the next batch: another program has renamed the file. */
  reopen(): void {
    this.#mustReopen = true
  }

  /** Writes what waits, and gives up on a file that does not take it. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const isLate = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), closingMs)
    })
    while (this.#writing !== undefined || this.#waiting.length > 0) {
      this.#start()
      if ((await Promise.race([this.#writing, isLate])) === 'late') break
    }
    clearTimeout(timer)
    clearTimeout(this.#timer)
    if (this.#descriptor !== standardOutput) closeDescriptor(this.#descriptor, () => {})
  }

  #start(): void {
    if (this.#writing !== undefined || this.#waiting.length === 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#waiting
    this.#waiting = []
    this.#waitingLength = 0
    this.#writing = this.#write(lines).finally(() => {
      this.#writing = undefined
      if (this.#waitingLength >= batchLength) this.#start()
      else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#start(), batchMs).unref()
    })
  }

  async #write(lines: readonly string[]): Promise<void> {
    try {
      if (this.#mustReopen) this.#openAgain()
      await writeWhole(this.#descriptor, Buffer.from(lines.join('')))
      this.#written += lines.length
    } catch (error) {
      this.#drop(lines.length, error instanceof Error ? error.message : String(error))
    }
  }

  #openAgain(): void {
    this.#mustReopen = false
    if (this.#descriptor === standardOutput) return
    const before = this.#descriptor
    this.#descriptor = opened(this.#parts.path)
    closeDescriptor(before, () => {})
  }

  #drop(lines: number, reason: string): void {
    this.#dropped += lines
    this.#parts.onDropped(this.#dropped, reason)
  }
}

/** The owner's group may read the file: addresses of clients are personal data. */
const opened = (path: string): number => (path === '-' ? standardOutput : openSync(path, 'a', 0o640))

async function writeWhole(descriptor: number, bytes: Buffer): Promise<void> {
  let rest = bytes
  while (rest.length > 0) {
    const written = await writeSome(descriptor, rest)
    if (written === 0) await new Promise((resolve) => setTimeout(resolve, fullPipeMs).unref())
    rest = rest.subarray(written)
  }
}

const writeSome = (descriptor: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    writeDescriptor(descriptor, bytes, (error, written) => {
      if (error === null) resolve(written)
      else if (error.code === 'EAGAIN') resolve(0)
      else reject(error)
    })
  })
