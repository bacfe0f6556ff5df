/** Where a command writes: results as output, what happens meanwhile as notes. */
export interface Terminal {
  /** A line of the result. */
  print(line: string): void
  /** A line about the work, beside the result. */
  note(line: string): void
  /** Replaces what it wrote before; undefined where nobody watches a line change. */
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
  return {
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    status: stderr.isTTY ? statusLine(stderr) : undefined,
  }
}

function statusLine(stream: NodeJS.WriteStream): StatusLine {
  return {
    get columns() {
      return stream.columns || defaultColumns
    },
    show: (text) => void stream.write(`${toLineStart}${text}${eraseToEnd}`),
    clear: () => void stream.write(`${toLineStart}${eraseToEnd}`),
  }
}
