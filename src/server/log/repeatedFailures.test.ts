import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LogFields } from './logger.ts'
import { withoutRepetitions } from './repeatedFailures.ts'

let lines: [string, LogFields][]
const logger = () =>
  withoutRepetitions({
    isEnabled: () => true,
    log: (_, event, fields = {}) => void lines.push([event, fields]),
  })

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const failure = (requestId: string, reason = 'broken') => ({ requestId, network: 'regtest', reason })

it('logs a repeated failure once a minute, with the number of those in between and the id of the latest', () => {
  const log = logger()
  for (const id of ['a', 'b', 'c']) log.log('error', 'failed', failure(id, `broken\n  at ${id}`))
  log.log('error', 'failed', failure('d', 'another'))
  expect(lines.map(([, { requestId }]) => requestId)).toEqual(['a', 'd'])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toEqual([['failed', { ...failure('c', 'broken\n  at c'), count: 2 }]])
  log.log('error', 'failed', failure('e'))
  expect(lines).toHaveLength(3)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(3)).toEqual([['failed', { ...failure('e'), count: 1 }]])
})

it('logs what clients cause once a minute for each address, and remembers a bounded number of them', () => {
  const log = logger()
  const drop = (address: string): void => log.log('warn', 'too-many-connections', { address })
  for (let network = 0; network < 1_000; network++) drop(`client ${network}`)
  for (const address of ['client 0', 'client 0', 'client 999']) drop(address)
  expect(lines).toHaveLength(1_000)
  drop('another')
  expect(lines.slice(1_000).map(([, fields]) => fields)).toEqual([
    { address: 'another' },
    { address: 'client 0', count: 2 },
  ])
  drop('another')
  expect(lines).toHaveLength(1_002)
})

it('forgets a failure that does not come again', () => {
  const log = logger()
  log.log('error', 'failed', failure('a'))
  vi.advanceTimersByTime(60_000)
  log.log('error', 'failed', failure('b'))
  expect(lines.map(([, { requestId }]) => requestId)).toEqual(['a', 'b'])
})

it('logs everything else at once, and repeated failures when it is flushed', () => {
  const log = logger()
  for (const id of ['a', 'b']) log.log('info', 'answered', failure(id))
  for (const count of [1, 4]) log.log('warn', 'node-away', { count })
  expect(lines).toHaveLength(4)
  for (const id of ['c', 'd']) log.log('error', 'failed', failure(id))
  log.flush()
  expect(lines.at(-1)).toEqual(['failed', { ...failure('d'), count: 1 }])
})
