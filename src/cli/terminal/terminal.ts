/** Where a command writes: results to standard output, notes to standard error. */
export interface Terminal {
  /** Writes a line of the result. */
  print(line: string): void
  /** Writes a line about the progress of the work. */
  note(line: string): void
  /** A line that is rewritten in place; undefined when standard error is not a terminal. */
  readonly status: StatusLine | undefined
}

export interface StatusLine {
  readonly columns: number
  show(text: string): void
  clear(): void
}

const defaultColumns = 80
const toLineStart = '\r'
const eraseToEnd = '\x1b[K'

export function processTerminal(): Terminal {
  const { stdout, stderr } = process
  const status = stderr.isTTY ? statusLine(stderr) : undefined
  return {
    print(line) {
      status?.clear()
      stdout.write(`${line}\n`)
    },
    note(line) {
      status?.clear()
      stderr.write(`${line}\n`)
    },
    status,
  }
}

function statusLine(stream: NodeJS.WriteStream): StatusLine {
  let isShown = false
  return {
    get columns() {
      return stream.columns || defaultColumns
    },
    show(text) {
      isShown = true
      stream.write(`${toLineStart}${text}${eraseToEnd}`)
    },
    clear() {
      if (isShown) stream.write(`${toLineStart}${eraseToEnd}`)
      isShown = false
    },
  }
}
