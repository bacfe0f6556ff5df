import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundLog, LogPlace } from '../../chain/logs/logSink.ts'
import { flatLog } from '../../chain/storage/flatLog.ts'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { logShape } from '../shapes/logShape.ts'
import { LogWriter } from './logWriter.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hash = bytes(32).map(asHash)
const anyLog = fc.record({
  log: fc.record({
    address: bytes(20).map(asAddress),
    topics: fc.array(hash, { maxLength: 4 }),
    data: fc.uint8Array({ maxLength: 300, size: 'max' }),
  }),
  logIndex: fc.oneof(fc.nat(300), fc.nat()),
})
/** A transaction and its logs. */
const anyTransaction = fc.record({
  place: fc.record({
    blockHash: hash,
    blockNumber: fc.maxSafeNat(),
    blockTimestamp: fc.option(fc.maxSafeNat(), { nil: undefined }),
    transactionHash: hash,
    transactionIndex: fc.nat(),
  }),
  logs: fc.array(anyLog, { minLength: 1, maxLength: 4 }),
})
interface Logged extends Pick<FoundLog, 'log' | 'logIndex'> {
  readonly place: LogPlace
}
const anyLogs: fc.Arbitrary<Logged[]> = fc
  .array(anyTransaction, { maxLength: 4 })
  .map((transactions) => transactions.flatMap(({ place, logs }) => logs.map((each) => ({ place, ...each }))))

function write(logs: readonly Logged[], isRemoved = false) {
  const writer = new LogWriter()
  writer.isRemoved = isRemoved
  for (const { place, log, logIndex } of logs) {
    flatLog().set(log)
    writer.add(place, logIndex, flatLog())
  }
  return writer.end()
}

const shapes = (logs: readonly Logged[], isRemoved = false): string =>
  JSON.stringify(
    logs.map(({ place, log, logIndex }) =>
      logShape({ ...place, log, logIndex } satisfies FoundLog, isRemoved),
    ),
  )

/** One log of a transaction, with data of this length. */
function longLog(length: number, mark: number): Logged {
  const word = asHash(new Uint8Array(32).fill(mark))
  return {
    place: {
      blockHash: word,
      blockNumber: mark,
      blockTimestamp: mark,
      transactionHash: word,
      transactionIndex: 0,
    },
    log: { address: asAddress(word.slice(0, 20)), topics: [word], data: new Uint8Array(length).fill(mark) },
    logIndex: mark,
  }
}

describe('the text of logs', () => {
  it('is the JSON of their shapes', () => {
    fc.assert(
      fc.property(anyLogs, fc.boolean(), (logs, isRemoved) => {
        expect(write(logs, isRemoved).text).toBe(shapes(logs, isRemoved))
      }),
    )
  })

  it('is in pieces when it is long, also when one log is longer than a piece', () => {
    for (const lengths of [[32_500], [32_767], [40_000, 1], [700_000, 0, 90_000], Array(70).fill(20_000)]) {
      const logs = lengths.map((length, index) => longLog(length, index + 1))
      const written = write(logs)
      expect(written.pieces?.length).toBe(Math.ceil(shapes(logs).length / 2 ** 20))
      expect(written.text).toBe(shapes(logs))
    }
  })

  it('distinguishes logs of blocks that have left the chain from others in one answer', () => {
    const [left, joined] = [longLog(3, 1), longLog(3, 2)]
    const writer = new LogWriter()
    for (const { place, log, logIndex } of [left, joined]) {
      writer.isRemoved = log === left.log
      flatLog().set(log)
      writer.add(place, logIndex, flatLog())
    }
    expect(writer.end().text).toBe(`${shapes([left], true).slice(0, -1)},${shapes([joined]).slice(1)}`)
  })
})
