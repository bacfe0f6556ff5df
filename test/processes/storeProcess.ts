// Runs beside the test process: `storeProcess.ts <role> <folder>`. It reports one JSON value per line; some roles
// wait for a line on standard input.
import { readSync, writeSync } from 'node:fs'
import { asciiBytes } from '../../src/primitives/bytes.ts'
import { StoreError } from '../../src/store/errors.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Reader } from '../../src/store/store.ts'
import { numbered, numberedTables, numberedValue, readNumber, testStamp } from './numberedBatches.ts'

const [role = '', path = ''] = process.argv.slice(2)
const report = (value: unknown): void => void writeSync(1, `${JSON.stringify(value)}\n`)
const waitForLine = (): void => void readSync(0, new Uint8Array(16))

const roles: Record<string, () => void> = {
  /** Waits for a line, then writes batches until it is killed and reports the number of each. */
  write() {
    waitForLine()
    const store = openStore({ ...testStamp, path, flush: 'commit' })
    for (let number = readNumber(store) + 1; ; number++) {
      store.write((batch) => {
        for (const table of numberedTables) batch.put(table, numbered(number), numberedValue(number))
        batch.put('meta', asciiBytes('number'), numbered(number))
      })
      report(number)
    }
  },

  /** Reads twice in one snapshot, with a wait for a line between, then once in another snapshot. */
  read() {
    const store = openStore({ ...testStamp, path, readOnly: true })
    const count = (reader: Reader): readonly number[] =>
      (['bodies', 'transactions'] as const).map((table) => [...reader.range(table)].length)
    store.snapshot((reader) => {
      report([readNumber(reader), ...count(reader)])
      waitForLine()
      report([readNumber(reader), ...count(reader)])
    })
    report(store.snapshot((reader) => [readNumber(reader), ...count(reader)]))
    store.close()
  },

  /** Reads without a snapshot in later turns of the event loop until the writer has committed again. */
  follow() {
    const store = openStore({ ...testStamp, path, readOnly: true })
    const first = readNumber(store)
    report(first)
    const poll = setInterval(() => {
      if (readNumber(store) === first) return
      clearInterval(poll)
      report(readNumber(store))
      store.close()
    }, 5)
  },

  /** Opens for writing and reports whether that succeeds. */
  open() {
    try {
      openStore({ ...testStamp, path }).close()
      report('opened')
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      report({ code: error.code, message: error.message })
    }
  },

  /** Opens for writing and ends without closing. */
  abandon() {
    openStore({ ...testStamp, path })
    process.kill(process.pid, 'SIGKILL')
  },
}

roles[role]?.()
