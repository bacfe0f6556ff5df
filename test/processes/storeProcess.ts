// A process beside the one that runs the tests: `storeProcess.ts <role> <folder>`. It reports one JSON value
// per line and, where it must wait, waits for a line.
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
  /** Waits, then writes batch after batch until killed, and reports each one that is done. */
  write() {
    waitForLine()
    const store = openStore({ ...testStamp, path, sync: 'commit' })
    for (let number = readNumber(store) + 1; ; number++) {
      store.write((batch) => {
        for (const table of numberedTables) batch.put(table, numbered(number), numberedValue(number))
        batch.put('meta', asciiBytes('number'), numbered(number))
      })
      report(number)
    }
  },

  /** Reads the same number twice in a snapshot with a wait between, then once more in another. */
  read() {
    const store = openStore({ ...testStamp, path, readOnly: true })
    const sum = (reader: Reader): number => [...reader.range('bodies')].length
    store.snapshot((reader) => {
      report([readNumber(reader), sum(reader)])
      waitForLine()
      report([readNumber(reader), sum(reader)])
    })
    report(store.snapshot((reader) => [readNumber(reader), sum(reader)]))
    store.close()
  },

  /** Waits in another event turn for the writer's next commit, reading without a snapshot. */
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

  /** Opens for writing and reports the refusal, if any. */
  open() {
    try {
      openStore({ ...testStamp, path }).close()
      report('opened')
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      report({ code: error.code, message: error.message })
    }
  },

  /** Opens for writing and dies without closing. */
  abandon() {
    openStore({ ...testStamp, path })
    process.kill(process.pid, 'SIGKILL')
  },
}

roles[role]?.()
